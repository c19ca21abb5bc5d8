#!/usr/bin/env python3
"""Changes kernels at one place each, and tells which changes a campaign does not find.

Usage: mutants.py ASSAY [--operator NAME,...] [--mutants N] [--cases N] [--seed N]

A mutant is an operator's kernel file, or a header that it includes, with one token replaced: a
relation, an operation, a constant, a lane, a barrier that is removed. A campaign over the operator
with default limits then must diverge. A mutant that no driver compiles is set aside. One that
survives is printed as a line of a diff: read whether it means the same as before, or whether
campaigns miss what they should find.
"""

import argparse
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

KERNELS = Path(__file__).resolve().parents[2] / "opencl/kernels"

# A pattern, and what may stand in its place. Spaces keep operators apart from pointers and signs.
CHANGES = [
    (r" < ", [" <= ", " > "]), (r" <= ", [" < "]), (r" > ", [" >= ", " < "]), (r" >= ", [" > "]),
    (r" == ", [" != "]), (r" != ", [" == "]), (r" && ", [" || "]), (r" \|\| ", [" && "]),
    (r" \+ ", [" - "]), (r" - ", [" + "]), (r" \* ", [" + "]), (r" / ", [" * "]),
    (r" % ", [" / "]), (r" \+= ", [" = ", " -= "]), (r" & ", [" | "]), (r" \| ", [" & "]),
    (r" << ", [" >> "]), (r" >> ", [" << "]),
    (r"(?<![\w.])0(?![\w.])", ["1"]), (r"(?<![\w.])1(?![\w.])", ["0", "2"]),
    (r"(?<![\w.])([2-9]|1[0-9]+)(?![\w.])", ["{n} + 1", "{n} - 1"]),
    (r"\bbarrier\([^;]*\);", [";"]),
    (r"\.s0\b", [".s1"]), (r"\.s1\b", [".s0"]), (r"\.x\b", [".y"]), (r"\.y\b", [".x"]),
    (r"\bmin\(", ["max("]), (r"\bmax\(", ["min("]), (r"!(?=[\w(])", [""]),
    (r"\bget_local_id\(0\)", ["0"]), (r"\bget_local_size\(0\)", ["1"]), (r"\+\+(?=\w)", ["--"]),
    (r"\bulong\b", ["uint"]), (r"\blong\b", ["int"]), (r"\bcontinue;", [";", "break;"]),
    (r"\bbreak;", [";"]), (r"\breturn;", [";"])]


def family_of(operator):
    """The name of the kernel file that computes the operator."""
    if (KERNELS / f"{operator}.cl").exists():
        return operator
    spec = (KERNELS.parents[1] / "specs/operators" / f"{operator}.json").read_text()
    return re.search(r'"family": "(\w+)"', spec).group(1)


def files_of(operator):
    """The operator's kernel file and all headers that it includes."""
    names = [f"{family_of(operator)}.cl"]
    for name in names:
        for header in re.findall(r"^//: include (\S+)$", (KERNELS / name).read_text(), re.M):
            if header not in names and (KERNELS / header).exists():
                names.append(header)
    return names


def code_places(text):
    """The places outside of comments, annotations and lines of the preprocessor."""
    hidden = [m.span() for m in re.finditer(r"//[^\n]*|/\*.*?\*/|^\s*#[^\n]*", text, re.S | re.M)]
    return lambda at: not any(begin <= at < end for begin, end in hidden)


def mutants_of(operator):
    """All changes: the file, the place, and the text that is replaced and its replacement."""
    found = []
    for name in files_of(operator):
        text = (KERNELS / name).read_text()
        is_code = code_places(text)
        for pattern, replacements in CHANGES:
            for match in re.finditer(pattern, text):
                if is_code(match.start()):
                    found += [(name, match.span(), r.format(n=match.group()))
                              for r in replacements]
    return found


def line_change(text, span, replacement):
    """The changed line before and after."""
    begin = text.rfind("\n", 0, span[0]) + 1
    end = text.find("\n", span[1])
    after = text[begin:span[0]] + replacement + text[span[1]:end]
    line = text.count("\n", 0, begin) + 1
    return f"{line}: {text[begin:end].strip()}\n      -> {after.strip()}"


def campaign(words, folder, patience):
    """Gives 'found' at the first divergence, 'uncompiled', 'missed', or 'unclear'."""
    run = subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           text=True, start_new_session=True)
    end = time.monotonic() + patience
    verdict = "unclear"
    previous = ""
    for line in run.stdout:
        if re.match(r"(Wrong|Stray|Hung|Crashed|Flaky|Accepted)\b", line):
            verdict = "found"
        elif "clBuildProgram" in line or "clCompileProgram" in line:
            verdict = "uncompiled"
        elif previous.startswith("Refused"):
            verdict = "found"
        elif line.startswith("No divergence"):
            verdict = "missed"
        if verdict != "unclear" or time.monotonic() > end:
            break
        previous = line
    run.send_signal(signal.SIGTERM)
    run.stdout.close()
    run.wait()
    return verdict


def declared(text):
    """The kernels with a depth of sums in each variant, so that they are judged as those built in are."""
    return re.sub(r"(?m)^(//: variant .*\n)(?!//: sums)", r"\1//: sums n - 1\n", text)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("assay", type=Path)
    parser.add_argument("--operator", default="")
    parser.add_argument("--mutants", type=int, default=100)
    parser.add_argument("--cases", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chosen = random.Random(given.seed)
    operators = [o for o in given.operator.split(",") if o]
    if not operators:
        operators = sorted(p.stem for p in (KERNELS.parents[1] / "specs/operators").glob("*.json"))
    counts = {}
    try:
        for _ in range(given.mutants):
            operator = chosen.choice(operators)
            name, span, replacement = chosen.choice(mutants_of(operator))
            text = (KERNELS / name).read_text()
            with tempfile.TemporaryDirectory() as folder:
                kernels = Path(folder) / "kernels"
                kernels.mkdir()
                for other in files_of(operator):
                    (kernels / other).write_text(declared((KERNELS / other).read_text()))
                (kernels / name).write_text(declared(text[:span[0]] + replacement + text[span[1]:]))
                if family_of(operator) != operator:
                    (kernels / f"{family_of(operator)}.cl").rename(kernels / f"{operator}.cl")
                words = [given.assay.resolve(), "run", "--operator", operator, "--kernels", kernels,
                         "--cases", str(given.cases), "--timeout", "10", "--build-timeout", "60",
                         "--device", "Portable Computing Language/*"]
                verdict = campaign(words, folder, 300)
            counts[verdict] = counts.get(verdict, 0) + 1
            if verdict in ("missed", "unclear"):
                print(f"{verdict}: {operator}: {name}:{line_change(text, span, replacement)}",
                      flush=True)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    print(", ".join(f"{n} {verdict}" for verdict, n in sorted(counts.items())))
    return 1 if "missed" in counts else 0


if __name__ == "__main__":
    sys.exit(main())
