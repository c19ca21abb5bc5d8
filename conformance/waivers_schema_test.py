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
    """The draft of a run under kernels that forget to wrap negative indices."""
    with tempfile.TemporaryDirectory() as folder:
        kernels = Path(folder) / "kernels"
        kernels.mkdir()
        text = (HERE.parent / "opencl/kernels/gather.cl").read_text()
        (kernels / "gather.cl").write_text(text.replace("InputTensor[", "InputTensor[1 + "))
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


def main():
    draft = drafted(sys.argv[1])
    assert draft["waivers"], "nothing was drafted"
    errors = [e.message for e in VALIDATOR.iter_errors(draft)]
    assert not errors, errors
    slips = {
        "no owner": lambda w: w.pop("owner"),
        "an empty owner": lambda w: w.update(owner=""),
        "no reason": lambda w: w.pop("reason"),
        "no expiry": lambda w: w.pop("expires"),
        "a day that is none": lambda w: w.update(expires="2026-02-30"),
        "neither case nor operator": lambda w: (w.pop("case"), w.pop("operator", None)),
        "a rule without its operator": lambda w: w.update(rule="axis"),
        "a verdict that is no divergence": lambda w: w.update(verdict="Pass"),
        "an unknown key": lambda w: w.update(colour="red"),
        "an unknown key of the driver": lambda w: w["driver"].update(until="1"),
    }
    for name, slip in slips.items():
        wrong = copy.deepcopy(draft)
        slip(wrong["waivers"][0])
        assert not VALIDATOR.is_valid(wrong), f"accepted: {name}"
    print(f"{len(draft['waivers'])} drafted waivers accepted, {len(slips)} slips refused")


if __name__ == "__main__":
    main()
