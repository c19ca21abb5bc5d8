"""Runs for the tests of reports: one that found nothing, one that found something, and copies of it."""
import json
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
ASSAY = os.environ.get("ASSAY_PROGRAM", str(ROOT / "build" / "assay"))


def assay(*arguments, code=0):
    ran = subprocess.run([ASSAY, *map(str, arguments)], capture_output=True, text=True)
    assert ran.returncode == code, (arguments, ran.returncode, ran.stdout, ran.stderr)
    return ran.stdout


def faulty_kernels(folder):
    """A folder with gather's kernels, from which the wrapping of negative indices is removed."""
    folder.mkdir()
    sound = (ROOT / "opencl/kernels/gather.cl").read_text()
    wrapping = "wrapped(index, size)"
    assert wrapping in sound
    (folder / "gather.cl").write_text(sound.replace(wrapping, "index"))
    return folder


def make_runs(folder):
    """Makes the folders of two runs: `sound` without divergences, `faulty` with some."""
    assay("run", "--cases", 700, "--operator", "gather,cumulative_summation", "--plain",
          "--out", folder / "sound")
    assay("run", "--cases", 1500, "--operator", "gather,slice1", "--plain", "--kernels",
          faulty_kernels(folder / "kernels"), "--out", folder / "faulty", code=1)


def seal(text):
    """The seal of a text (conformance/keep/seal.h)."""
    data = text.encode()
    step = 4096
    while len(data) // step >= 64:
        step *= 2
    digest, marks = 0xcbf29ce484222325, []
    for at, byte in enumerate(data, 1):
        digest = (digest ^ byte) * 0x100000001b3 & 0xffffffffffffffff
        if at % step == 0:
            marks.append(f" {digest:016x}")
    return f"{len(data)} {digest:016x}" + "".join(marks)


def write_sealed(document, path):
    """Writes a document that had a seal, with the one that it has now."""
    text = json.dumps({key: value for key, value in document.items() if key != "seal"})[:-1]
    path.write_text(text + ',\n  "seal": "' + seal(text) + '"\n}\n')


def copy_with(source, target, divergences, **changes):
    """Copies a run. Its divergences are repeated until there are `divergences` of them; `changes` are made to run.json."""
    run = json.loads((source / "run.json").read_text())
    failures = [json.loads(line) for line in (source / "failures.jsonl").read_text().splitlines()]
    verdicts = run["operators"]["gather"]["verdicts"]
    passed = max(0, verdicts["Pass"] + verdicts["Wrong"] - divergences)
    run["cases"] += passed + divergences - verdicts["Pass"] - verdicts["Wrong"]
    run["divergences"] = divergences
    verdicts.update(Pass=passed, Wrong=divergences)
    run["summary"] = f"{divergences:,} of {run['cases']:,} cases diverge: the driver is at fault in each."
    run.update(changes)
    target.mkdir()
    lines = []
    for i in range(divergences):
        failure = dict(failures[i % len(failures)])
        failure["case"] += f":seed={i + 1}" if i >= len(failures) else ""
        lines.append(json.dumps(failure) + "\n")
    (target / "failures.jsonl").write_text("".join(lines))
    run["files"] = {"failures.jsonl": seal("".join(lines))}
    write_sealed(run, target / "run.json")
    return target


def make_ulps(folder):
    """Makes two results of `assay ulps`: as it was measured, and with one error beyond its limit. Gives their folders."""
    measured, changed = folder / "measured", folder / "changed"
    assay("ulps", "--function", "exp,pow", "--arguments", 1000, "--out", measured)
    result = json.loads((measured / "ulps.json").read_text())
    result.update(summary="1 of 8 largest errors is beyond its limit.")
    error = next(e for e in result["ulps"] if (e["function"], e["type"], e["lanes"]) == ("exp", "FLOAT32", 4))
    error.update(largest="inf", refused=7, a=0.5, came="nan", exact=1.6487212707001282)
    changed.mkdir()
    write_sealed(result, changed / "ulps.json")
    return [measured, changed]
