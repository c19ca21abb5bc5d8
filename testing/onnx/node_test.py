#!/usr/bin/env python3
"""Compares the oracles with ONNX's node tests, whose answers ONNX's authors computed in NumPy.

Usage: node_test.py ASSAY [NAME...]

Each node test of an operator that DirectML has, too, becomes a case file. `assay oracle` says what
it permits, and ONNX's answer must be permitted. NumPy's functions of FLOAT32 are less exact than
the limits of OpenCL in places. So a float passes also where it differs from a permitted value by no
more than ONNX's own runner of these tests allows; such cases are counted as near.

A comparison that accepts everything would pass, too. So each answer is also compared with one of
its elements changed, and nearly all of these must be refused.
"""

import copy
import json
import struct
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np

sys.dont_write_bytecode = True
import moving  # noqa: F401  fills MAPPED
import summing  # noqa: F401  fills MAPPED
from case import TYPES
from elementwise import MAPPED
from node import Skip, nodes

# What ONNX's own runner allows.
RELATIVE, ABSOLUTE = 1e-3, 1e-7
FLOATS = {"FLOAT16": ("<H", "<e"), "FLOAT32": ("<I", "<f")}
# Fewer cases than these would mean that the mapping, or the data, got lost.
LEAST_CASES = 500
# The least share of changed answers that must be refused. Some sets permit any value.
LEAST_REFUSED = 0.95
# Rules that say what a driver must support, which is less for DirectML than for ONNX.
UNSUPPORTED = (".supported-", ".type-")


def value_of(kind, bits):
    if kind not in FLOATS:
        return bits
    pack, unpack = FLOATS[kind]
    return struct.unpack(unpack, struct.pack(pack, bits))[0]


def bits_of(value):
    return int(value.view(f"u{value.dtype.itemsize}"))


def is_near(value, other):
    return abs(value - other) <= ABSOLUTE + RELATIVE * abs(other)


def judged(value, permitted, kind):
    """'pass', 'near' or 'wrong'."""
    if "any" in permitted:
        return "pass"
    if "low" not in permitted and "nan" not in permitted:
        bits = permitted.get("one_of", [permitted.get("bits")])
        if bits_of(value) in bits:
            return "pass"
        if kind not in FLOATS:
            return "wrong"
        values = [value_of(kind, b) for b in bits]
        if np.isnan(value):
            return "pass" if any(np.isnan(v) for v in values) else "wrong"
        return "near" if any(is_near(float(value), v) for v in values) else "wrong"
    if np.isnan(value):
        return "pass" if permitted.get("nan") else "wrong"
    if permitted.get("zero") and value == 0:
        return "pass"
    if "low" not in permitted:
        return "wrong"
    low, high = float(permitted["low"]), float(permitted["high"])
    if low <= value <= high:
        return "pass"
    return "near" if is_near(float(value), low) or is_near(float(value), high) else "wrong"


def compare(case, permitted):
    """The worst judgement of an element, and what it was."""
    worst = ("pass", "")
    for name, expected in case.outputs.items():
        parts = expected if isinstance(expected, list) else [expected]
        answers = permitted[name] if isinstance(expected, list) else [permitted[name]]
        for array, answer in zip(parts, answers):
            kind = TYPES[array.dtype]
            for k, (value, allowed) in enumerate(zip(array.ravel(), answer["elements"])):
                got = judged(value, allowed, kind)
                if got == "wrong" or (got == "near" and worst[0] == "pass"):
                    worst = (got, f"{name}[{k}]: ONNX has {value}, permitted is {allowed}")
                if got == "wrong":
                    return worst
    return worst


def with_a_change(case):
    """The case with the last element of its first output changed."""
    changed = copy.deepcopy(case)
    first = next(iter(changed.outputs.values()))
    array = first[0] if isinstance(first, list) else first
    last = array.reshape(-1)[-1:]
    if array.dtype.kind == "f":
        last[:] = 0.5 if np.isnan(last[0]) or np.isinf(last[0]) else last + 1 + abs(last)
    else:
        last[:] = last ^ 1
    return changed


def cases_of(read, skipped):
    """The cases by the names of their node tests, and their files' texts."""
    cases = {}
    for node in read:
        try:
            if node.op not in MAPPED:
                raise Skip("is not mapped")
            case = MAPPED[node.op](node)
            cases[node.name] = case, json.dumps(case.file())
        except Skip as reason:
            skipped[node.name] = f"{node.op} {reason}"
    return cases


def asked(words):
    """The JSON objects that assay prints for each case."""
    ran = subprocess.run(words, capture_output=True, text=True)
    if ran.returncode > 1 or ran.stderr:
        sys.exit(f"node_test: {' '.join(map(str, words[:3]))} ...: {ran.stderr.strip()}")
    return [json.loads(line) for line in ran.stdout.splitlines()]


def main():
    assay, wanted = sys.argv[1], set(sys.argv[2:])
    read, skipped = nodes()
    cases = cases_of([n for n in read if not wanted or n.name in wanted], skipped)
    counts, failures, unsupported = Counter(), [], []
    with tempfile.TemporaryDirectory() as folder:
        files = {Path(folder) / f"{name}.case.json": name for name in cases}
        for file, name in files.items():
            file.write_text(cases[name][1])
        valid = {}
        for (file, name), answer in zip(files.items(), asked([assay, "validate", "--json", *files])):
            broken = answer.get("broken", [])
            if not broken:
                valid[file] = name
            elif all(any(u in rule["id"] for u in UNSUPPORTED) for rule in broken):
                unsupported.append(name)
            else:
                failures.append(f"{name}: {broken}\n  {cases[name][1][:2000]}")
        for name, answer in zip(valid.values(), asked([assay, "oracle", "--json", *valid])):
            case, text = cases[name]
            verdict, what = compare(case, answer["permitted"])
            counts[verdict] += 1
            counts["refused"] += compare(with_a_change(case), answer["permitted"])[0] == "wrong"
            if verdict == "wrong":
                failures.append(f"{name}: {case.operator}: {what}\n  {text[:2000]}")
            elif wanted or verdict == "near":
                print(f"{name}: {verdict} {what}")
    for name in wanted & skipped.keys():
        print(f"{name}: skipped: {skipped[name]}")
    for failure in failures:
        print(failure)
    print(f"{counts['pass']} pass, {counts['near']} near, {len(failures)} fail; DirectML does not "
          f"support {len(unsupported)}, and {len(skipped)} have no counterpart")
    print(f"of as many answers with one element changed {counts['refused']} are refused")
    agreed = counts["pass"] + counts["near"]
    few = not wanted and (agreed < LEAST_CASES or counts["refused"] < LEAST_REFUSED * agreed)
    return 1 if failures or few else 0


if __name__ == "__main__":
    sys.exit(main())
