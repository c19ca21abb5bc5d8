#!/usr/bin/env python3
"""Counts the tests that CTest ran: those of a suite by GoogleTest's report, every other one as one.

    tally.py BUILD JUNIT TIMES

JUNIT is the file that CTest wrote. The program prints how many tests passed, failed and were skipped,
and appends a line `SECONDS NAME` for each test to TIMES. A suite that ended with exit code 0 but wrote
no report counts as failed, since it stopped before its last test.
"""

import json
import subprocess
import sys
import xml.etree.ElementTree as xml
from pathlib import Path


def reports_of(build):
    """The report file of each CTest test that is a suite of GoogleTest, by the test's name."""
    listed = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"],
                            stdout=subprocess.PIPE, check=True).stdout
    wanted = "--gtest_output=xml:"
    return {test["name"]: Path(word.removeprefix(wanted))
            for test in json.loads(listed)["tests"]
            for word in test.get("command", []) if word.startswith(wanted)}


def counts_of(report):
    """Gives (name, seconds, verdict) for each test of a GoogleTest report.

    The verdict is passed, failed or skipped."""
    for case in xml.parse(report).getroot().iter("testcase"):
        name = f"{case.get('classname')}.{case.get('name')}"
        if case.find("failure") is not None:
            verdict = "failed"
        elif case.get("result") == "completed" and case.get("status") == "run":
            verdict = "passed"
        else:
            verdict = "skipped"
        yield name, float(case.get("time")), verdict


def main():
    build, junit, times = sys.argv[1:]
    reports = reports_of(build)
    count = {"passed": 0, "failed": 0, "skipped": 0}
    rows = []
    for test in xml.parse(junit).getroot().iter("testcase"):
        name, seconds = test.get("name"), float(test.get("time"))
        # CTest's status is `run` for a test that passed, `fail` for one that failed, and another word
        # for one that was not run.
        verdict = {"run": "passed", "fail": "failed"}.get(test.get("status"), "skipped")
        report = reports.get(name)
        if report is None or verdict == "skipped" or not report.exists():
            if report is not None and verdict == "passed":
                verdict = "failed"
                print(f"{name}: no report, so not all of its tests ran", file=sys.stderr)
            count[verdict] += 1
            rows.append((seconds, name))
            continue
        cases = list(counts_of(report))
        verdicts = [v for _, _, v in cases]
        for one in verdicts:
            count[one] += 1
        # A suite may fail outside of its tests, or have none; both count as a failure.
        if verdict == "failed" and "failed" not in verdicts or not cases:
            count["failed"] += 1
        rows += [(spent, case) for case, spent, _ in cases]
    with open(times, "a") as out:
        out.writelines(f"{seconds:.1f} {name}\n" for seconds, name in rows)
    print(*count.values())


if __name__ == "__main__":
    main()
