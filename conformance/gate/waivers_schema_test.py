#!/usr/bin/env python3
"""Checks waivers against waivers.schema.json with a standard validator: what `assay waive` drafts is
accepted, and each kind of slip is refused.

    waivers_schema_test.py ASSAY
"""

import copy
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from jsonschema import Draft202012Validator, FormatChecker

HERE = Path(__file__).resolve().parent
SCHEMA = json.loads((HERE / "waivers.schema.json").read_text())
Draft202012Validator.check_schema(SCHEMA)
VALIDATOR = Draft202012Validator(SCHEMA, format_checker=FormatChecker())


def drafted(assay):
    """The drafted waivers of a run whose kernel reads the element after the right one."""
    with tempfile.TemporaryDirectory() as folder:
        kernels = Path(folder) / "kernels"
        kernels.mkdir()
        text = (HERE.parents[1] / "opencl/kernels/gather.cl").read_text()
        (kernels / "gather.cl").write_text(text.replace("FROM(i) ", "FROM(i) 1 + "))
        assert (kernels / "gather.cl").read_text() != text
        run = Path(folder) / "run"
        done = subprocess.run(
            [assay, "run", "--operator", "gather", "--cases", "60", "--max-elements", "64",
             "--plain", "--shard", "1/1", "--kernels", kernels, "--out", run],
            stdout=subprocess.DEVNULL, check=False)
        assert done.returncode == 1, done.returncode
        return json.loads(subprocess.run(
            [assay, "waive", run, "--owner", "me@example.org", "--link", "https://example.org/1"],
            stdout=subprocess.PIPE, check=True).stdout)


def program_takes(assay, waivers):
    """Whether the program reads the file, when it compares a run with itself."""
    with tempfile.TemporaryDirectory() as folder:
        rows = Path(folder) / "rows.csv"
        rows.write_text("a,Pass\n")
        file = Path(folder) / "waivers.json"
        # A results file says no device, so the program may also ask for the folder of the run.
        file.write_text(json.dumps(waivers))
        done = subprocess.run([assay, "diff", rows, rows, "--waivers", file],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode in (0, 2), done
        return done.returncode == 0 or "give the folder of the run" in done.stderr


def main():
    assay = sys.argv[1]
    draft = drafted(assay)
    assert draft["waivers"], "nothing was drafted"
    errors = [e.message for e in VALIDATOR.iter_errors(draft)]
    assert not errors, errors
    assert program_takes(assay, draft)
    # What a slip leaves out must be there: one waiver speaks of a case, and no more are needed.
    draft["waivers"][0].pop("conditions", None)
    draft["waivers"][0].pop("operator", None)
    draft["waivers"][0]["case"] = "gather:*"
    slips = {
        "no owner": lambda w: w.pop("owner"),
        "no reason": lambda w: w.pop("reason"),
        "no expiry": lambda w: w.pop("expires"),
        "no id": lambda w: w.pop("id"),
        "a day that is none": lambda w: w.update(expires="2026-02-30"),
        "a day with a time": lambda w: w.update(expires="2026-02-03T00:00"),
        "a short day": lambda w: w.update(expires="2026-2-3"),
        "neither case nor operator": lambda w: (w.pop("case"), w.pop("operator", None)),
        "a rule without its operator": lambda w: w.update(rule="axis"),
        "conditions without their operator": lambda w: w.update(conditions=["indices=negative"]),
        "no condition": lambda w: w.update(operator="gather", conditions=[]),
        "an empty condition": lambda w: w.update(operator="gather", conditions=[""]),
        "no operator": lambda w: w.update(operator=[]),
        "a verdict that is no divergence": lambda w: w.update(verdict="Pass"),
        "no verdict of several": lambda w: w.update(verdict=[]),
        "one of several verdicts that is no divergence": lambda w: w.update(verdict=["Wrong", "Pass"]),
        "an unknown key": lambda w: w.update(colour="red"),
        "an unknown key of the driver": lambda w: w["driver"].update(until="1"),
        "an empty driver": lambda w: w.update(driver={}),
        "a driver that is no object": lambda w: w.update(driver="1"),
        "a link without a scheme": lambda w: w.update(link="example.org/1"),
        "a link with a blank": lambda w: w.update(link="https://example.org/a b"),
        "a link of nothing": lambda w: w.update(link="https://"),
        "an id that is no string": lambda w: w.update(id=1),
        **{f"an empty {key}": lambda w, key=key: w.update({key: ""})
           for key in ("id", "case", "operator", "rule", "device", "owner", "reason", "link", "expires")},
        **{f"an empty {key}": lambda w, key=key: w.update(driver={key: ""}) for key in ("from", "before")},
    }
    for name, slip in slips.items():
        wrong = copy.deepcopy(draft)
        slip(wrong["waivers"][0])
        assert not VALIDATOR.is_valid(wrong), f"accepted by the schema: {name}"
        assert not program_takes(assay, wrong), f"accepted by the program: {name}"
    sound = {
        "an operator alone": lambda w: (w.pop("case"), w.update(operator="gather")),
        "a rule": lambda w: w.update(operator="gather", rule="axis"),
        "several operators": lambda w: w.update(operator=["gather", "slice1"]),
        "conditions": lambda w: w.update(operator="gather", conditions=["indices=edges or negative"]),
        "no verdict": lambda w: w.pop("verdict"),
        "several verdicts": lambda w: w.update(verdict=["Wrong", "Crashed"]),
        "no link": lambda w: w.pop("link"),
        "versions from and before": lambda w: w.update(driver={"from": "9.4", "before": "23.1"}),
        "another kind of link": lambda w: w.update(link="ticket://17"),
    }
    for name, change in sound.items():
        good = copy.deepcopy(draft)
        change(good["waivers"][0])
        assert VALIDATOR.is_valid(good), f"refused by the schema: {name}"
        assert program_takes(assay, good), f"refused by the program: {name}"
    print(f"{len(draft['waivers'])} drafted waivers accepted, {len(slips)} slips refused by both")


if __name__ == "__main__":
    main()
