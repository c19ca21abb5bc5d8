"""The reports, read by parsers of other projects, have the counts of the run."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import sarif_om
from junitparser import Error, Failure, JUnitXml, Skipped
from sarif import loader

sys.path.insert(0, str(pathlib.Path(__file__).parent / "page"))
from run_folders import ROOT, assay, make_runs  # noqa: E402


def verdicts(run):
    total = {}
    for operator in run["operators"].values():
        for verdict, count in operator["verdicts"].items():
            total[verdict] = total.get(verdict, 0) + count
    return total


class Formats(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.scratch.name)
        make_runs(cls.folder)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def report(self, name, kind):
        path = self.folder / f"{name}.{kind}"
        assay("report", self.folder / name, f"--{kind}", path)
        return path, json.loads((self.folder / name / "run.json").read_text())

    def test_junit_counts_what_the_run_counted(self):
        for name in "sound", "faulty":
            path, run = self.report(name, "junit")
            stated = JUnitXml.fromfile(str(path))
            counted = JUnitXml.fromfile(str(path))
            counted.update_statistics()
            skips = verdicts(run).get("Skip", 0)
            for xml in stated, counted:
                self.assertEqual(
                    (xml.tests, xml.failures, xml.errors, xml.skipped),
                    (run["cases"], run["divergences"], 0, skips))
            found = [r for suite in counted for case in suite for r in case.result]
            self.assertEqual(sum(isinstance(r, Failure) for r in found), run["divergences"])
            self.assertEqual(sum(isinstance(r, Skipped) for r in found), skips)
            for r in found:
                if isinstance(r, Failure):
                    self.assertRegex(r.text, r"reproduce: \S*assay check ")
            # The findings stand in a suite of their own, which has no test.
            self.assertEqual({suite.name: suite.tests for suite in counted if suite.name != "findings"},
                             {k: sum(o["verdicts"].values()) for k, o in run["operators"].items()})

    def test_a_gate_that_is_red_is_red_to_them(self):
        junit, sarif = self.folder / "red.junit", self.folder / "red.sarif"
        assay("run", "--cases", 200, "--operator", "slice1", "--plain", "--min-coverage", 100,
              "--junit", junit, "--sarif", sarif, code=3)
        xml = JUnitXml.fromfile(str(junit))
        self.assertEqual((xml.tests, xml.failures, xml.errors), (201, 0, 1))
        errors = [r for suite in xml for case in suite for r in case.result if isinstance(r, Error)]
        self.assertEqual(len(errors), 1)
        self.assertIn("below --min-coverage 100", errors[0].message)
        call = json.loads(sarif.read_text())["runs"][0]["invocations"][0]
        model = sarif_om.Invocation(
            execution_successful=call["executionSuccessful"], exit_code=call["exitCode"],
            tool_execution_notifications=[
                sarif_om.Notification(message=sarif_om.Message(**n["message"]), level=n["level"])
                for n in call["toolExecutionNotifications"]])
        self.assertEqual((model.execution_successful, model.exit_code), (False, 3))
        self.assertEqual(model.tool_execution_notifications[0].message.text, errors[0].message)
        self.assertEqual(loader.load_sarif_file(str(sarif)).get_report().get_issue_count_for_severity("error"), 0)

    def test_sarif_tools_counts_what_the_run_counted(self):
        for name in "sound", "faulty":
            path, run = self.report(name, "sarif")
            sarif = loader.load_sarif_file(str(path))
            self.assertEqual(sarif.get_distinct_tool_names(), ["assay"])
            self.assertEqual(sarif.get_report().get_issue_count_for_severity("error"), run["divergences"])
            for record in sarif.get_records():
                self.assertEqual(record["Location"], "specs/operators/gather.json")
                line = (ROOT / record["Location"]).read_text().splitlines()[int(record["Line"]) - 1]
                self.assertIn('"summary": ', line)
                self.assertTrue(record["Code"].startswith("gather/answer"), record)

    def test_sarif_fits_its_object_model_and_schema(self):
        path, run = self.report("faulty", "sarif")
        log = json.loads(path.read_text())
        model = sarif_om.SarifLog(version=log["version"], runs=[
            sarif_om.Run(tool=sarif_om.Tool(driver=sarif_om.ToolComponent(
                name=r["tool"]["driver"]["name"],
                rules=[sarif_om.ReportingDescriptor(id=x["id"]) for x in r["tool"]["driver"]["rules"]])),
                results=[sarif_om.Result(message=sarif_om.Message(**x["message"]), rule_id=x["ruleId"],
                                         rule_index=x["ruleIndex"], level=x["level"])
                         for x in r["results"]]) for r in log["runs"]])
        self.assertEqual(len(model.runs[0].results), run["divergences"])
        for result in model.runs[0].results:
            self.assertEqual(model.runs[0].tool.driver.rules[result.rule_index].id, result.rule_id)


if __name__ == "__main__":
    unittest.main()
