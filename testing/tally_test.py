#!/usr/bin/env python3
"""Tests tally.py with CTest tests whose suites pass, fail, skip, crash and stop in the middle."""

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PASSED = '<testcase name="{}" status="run" result="completed" time="2.5" classname="S"/>'
FAILED = ('<testcase name="{}" status="run" result="completed" time="0.5" classname="S">'
          '<failure message="no"/></testcase>')
SKIPPED = '<testcase name="{}" status="run" result="skipped" time="0" classname="S"/>'


def counted(folder, suites):
    """Runs suites by CTest and gives the counts that tally.py prints, and the text of its times.

    A suite is its report's cases, or None for no report, and its exit status; a negative status means
    that it ends by SIGSEGV."""
    folder.mkdir()
    lines = []
    for name, (cases, status) in suites.items():
        report = folder / f"{name}.xml"
        given = folder / f"{name}.given"
        if cases is not None:
            text = "".join(c.format(i) for i, c in enumerate(cases))
            given.write_text(f"<testsuites><testsuite>{text}</testsuite></testsuites>")
        script = f"cp {given} {report} 2>/dev/null; exit {status}"
        if status < 0:
            script = "kill -SEGV $$"
        lines.append(f"add_test([==[{name}]==] sh -c [==[{script}]==] [==[--gtest_output=xml:{report}]==])")
    lines.append("add_test(alone true)")
    (folder / "CTestTestfile.cmake").write_text("\n".join(lines))
    junit, times = folder / "junit.xml", folder / "times"
    subprocess.run(["ctest", "--test-dir", folder, "--output-junit", junit],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    said = subprocess.run([sys.executable, HERE / "tally.py", folder, junit, times],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
    return said.stdout.split(), times.read_text()


def main():
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        for name, suites, wanted in (
            ("pass", {"a": ([PASSED] * 3, 0), "b": ([PASSED], 0)}, "5 0 0"),
            ("fail", {"a": ([PASSED, FAILED, PASSED], 1)}, "3 1 0"),
            ("skip", {"a": ([PASSED, SKIPPED], 0)}, "2 0 1"),
            ("crash", {"a": (None, -11), "b": ([PASSED], 0)}, "2 1 0"),
            ("stop", {"a": (None, 0), "b": ([PASSED], 0)}, "2 1 0"),
            ("late", {"a": ([PASSED, PASSED], 1)}, "3 1 0"),
            ("empty", {"a": ([], 0)}, "1 1 0"),
        ):
            counts, times = counted(scratch / name, suites)
            assert counts == wanted.split(), (name, counts, wanted)
            assert name != "pass" or "2.5 S.0\n" in times, times
    print("tests are counted as they ended")


if __name__ == "__main__":
    main()
