#!/usr/bin/env python3
"""Compares the oracles with readings of the operators' pages, computed in Python.

Usage: readings_test.py ASSAY [OPERATOR...]

assay draws small cases with their inputs. A reading computes the outputs once more: by NumPy where
elements are moved, compared or counted, by mpmath or fractions where they are calculated, and
rounds once. Each answer becomes the expected output of a case file, and `assay oracle` must permit
it. In a second file one element is changed, and the oracle must dispute that.

All operators are read, or those that are named. The cases follow from ASSAY_TEST_SEED; with
ASSAY_TEST_OPERATOR=all there are ten times as many.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

sys.dont_write_bytecode = True
import bits  # noqa: F401  these fill READINGS
import comparing  # noqa: F401
import elementwise  # noqa: F401
import gathering  # noqa: F401
import moving  # noqa: F401
import normalizing  # noqa: F401
import resampling  # noqa: F401
import summing  # noqa: F401
import windows  # noqa: F401
from drawn import Case
from readings import READINGS
from rounding import Nothing

# How many cases of each operator are drawn, and how many elements their tensors have.
CASES, ELEMENTS = 24, 64
# The least share of elements that a reading must say something of, and of changes that the oracle
# must dispute. Some sets permit nearly any value.
LEAST_SAID, LEAST_DISPUTED = 0.8, 0.95


def in_parts(files, most=1000):
    """The files, as many as one command line takes at a time."""
    return (files[k:k + most] for k in range(0, len(files), most))


def asked(words):
    """The JSON objects that assay prints. The exit code 2 with a line on stdout means a dispute."""
    ran = subprocess.run(words, capture_output=True, text=True)
    if ran.returncode not in (0, 2) or (ran.returncode == 2 and not ran.stdout):
        sys.exit(f"readings_test: {' '.join(map(str, words[:4]))} ...: {ran.stderr.strip()}")
    return [json.loads(line) for line in ran.stdout.splitlines()]


class Answer:
    """What a reading says of a case: the elements of its outputs, and which it knows."""

    def __init__(self, case):
        answer = READINGS[case.operator](case)
        if not isinstance(answer, dict):
            answer = {"OutputTensor": answer}
        self.case, self.elements, self.known = case, {}, []
        for name, output in case.outputs.items():
            if not isinstance(output, list):
                self.elements[name] = self._elements(output, answer[name], (name,))
                continue
            self.elements[name] = [self._elements(o, a, (name, k))
                                   for k, (o, a) in enumerate(zip(output, answer[name]))]

    def _elements(self, output, answer, path):
        flat = answer.reshape(-1)
        if flat.size != len(output.permitted):
            sys.exit(f"{self.case.line}: the reading has {flat.size} elements")
        self.known += [(*path, k) for k, v in enumerate(flat)
                       if v is not Nothing and "any" not in output.permitted[k]]
        return output.elements(answer)

    def with_a_change(self, chance):
        """The same elements but for one that the reading knows."""
        *path, k = chance.choice(self.known)
        changed = json.loads(json.dumps(self.elements))
        inner, output = changed, self.case.outputs
        for step in path:
            inner, output = inner[step], output[step]
        inner[k] = output.other(inner[k])
        return changed


def main():
    assay, seed = sys.argv[1], int(os.environ.get("ASSAY_TEST_SEED", "1"))
    operators = sys.argv[2:] or sorted(json.loads(subprocess.run(
        [assay, "list", "--json"], capture_output=True, text=True,
        check=True).stdout)["operators"])
    cases = CASES * (10 if os.environ.get("ASSAY_TEST_OPERATOR") == "all" else 1)
    gone = [] if sys.argv[2:] else sorted(set(READINGS) - set(operators))
    unread = [o for o in operators if o not in READINGS]
    operators = [o for o in operators if o in READINGS]
    drawn = asked([assay, "oracle", "--json", "--draw", str(cases), "--seed", str(seed),
                   "--max-elements", str(ELEMENTS), "--operator", ",".join(operators)])
    chance, counts, disputed_changes = random.Random(seed), Counter(), defaultdict(int)
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for k, case in enumerate(map(Case, drawn)):
            answer = Answer(case)
            counts["elements"] += sum(len(o.permitted) for given in case.outputs.values()
                                      for o in (given if isinstance(given, list) else [given]))
            counts["known"] += len(answer.known)
            files[Path(folder) / f"{k}.case.json"] = case, False, answer.elements
            if answer.known:
                files[Path(folder) / f"{k}.changed.case.json"] = (case, True,
                                                                  answer.with_a_change(chance))
        for file, (case, _, elements) in files.items():
            file.write_text(json.dumps(case.file(elements)))
        answers = [said for part in in_parts(list(files))
                   for said in asked([assay, "oracle", "--json", *part])]
        for (case, is_changed, elements), said in zip(files.values(), answers, strict=True):
            counts["changed" if is_changed else "cases"] += 1
            if is_changed:
                counts["refused"] += "disputed" in said
                disputed_changes[case.operator] += "disputed" in said
            elif "disputed" in said:
                failures.append(f"{case.line}\n  {said['disputed']}\n"
                                f"  {json.dumps(case.file(elements))[:1500]}")
    failures += [f"{o}: no change was disputed" for o in operators if not disputed_changes[o]]
    failures += [f"{o}: has a reading, and is no operator" for o in gone]
    for failure in failures:
        print(failure)
    print(f"{len(operators)} operators, {counts['cases']} cases, "
          f"{len(failures)} fail; the readings say {counts['known']} of {counts['elements']} "
          f"elements; of {counts['changed']} answers with one element changed, "
          f"{counts['refused']} are disputed")
    if unread:
        print(f"there is no reading of {', '.join(unread)}")
    few = (counts["known"] < LEAST_SAID * counts["elements"] or
           counts["refused"] < LEAST_DISPUTED * counts["changed"])
    return 1 if failures or few else 0


if __name__ == "__main__":
    sys.exit(main())
