"""Tests the files for CI systems: they pass linters, docs/ci.md shows the same text, and their steps
run in a fresh checkout, with a sound driver and with one that a layer makes faulty."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import yaml
from junitparser import JUnitXml

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BIN = pathlib.Path(sys.executable).parent
# There are few cases, since the files are tested here and not the driver.
SMALL = "--cases 600 --operator gather --plain"
FAULT = "read-tail"


def github():
    """The variables and the steps. A step is its shell commands, and whether it runs after a failure."""
    job = yaml.safe_load((HERE / "github.yml").read_text())["jobs"]["assay"]
    return job["env"], [(s["run"], "always()" in s.get("if", "")) for s in job["steps"] if "run" in s]


def gitlab():
    job = yaml.safe_load((HERE / "gitlab.yml").read_text())["conformance"]
    return job["variables"], [("\n".join(job["script"]), False)]


def jenkins():
    text = (HERE / "Jenkinsfile").read_text()
    variables = dict(re.findall(r"^\s*(\w+) = '(.*)'$", text, re.M))
    # In Groovy's ''' a backslash at the end of a line joins it with the next one.
    steps = re.findall(r"sh '''(.*?)'''", text, re.S)
    return variables, [(s.replace("\\\n", ""), False) for s in steps]


SYSTEMS = {"github.yml": github, "gitlab.yml": gitlab, "Jenkinsfile": jenkins}


class Files(unittest.TestCase):
    def test_stand_in_the_page_as_they_are(self):
        page = (ROOT / "docs/ci.md").read_text()
        for name in SYSTEMS:
            self.assertIn((HERE / name).read_text(), page, name)

    def test_fit_the_schemas_of_their_systems(self):
        for name, schema in ("github.yml", "vendor.github-workflows"), ("gitlab.yml", "vendor.gitlab-ci"):
            ran = subprocess.run([BIN / "check-jsonschema", "--builtin-schema", schema, HERE / name],
                                 capture_output=True, text=True)
            self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        with tempfile.NamedTemporaryFile("w", suffix=".yml") as broken:
            broken.write((HERE / "github.yml").read_text().replace("runs-on", "run-on"))
            broken.flush()
            ran = subprocess.run([BIN / "check-jsonschema", "--builtin-schema",
                                  "vendor.github-workflows", broken.name], capture_output=True)
            self.assertNotEqual(ran.returncode, 0)

    def test_fit_actionlint_where_there_is_one(self):
        lint = shutil.which("actionlint", path=f"{BIN}:{os.environ['PATH']}")
        if not lint:
            self.skipTest("no actionlint")
        ran = subprocess.run([lint, HERE / "github.yml"], capture_output=True, text=True)
        self.assertEqual((ran.returncode, ran.stdout), (0, ""))


class Steps(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.checkout = pathlib.Path(cls.scratch.name) / "checkout"
        cls.checkout.mkdir()
        files = subprocess.run(["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard", "-z"],
                               capture_output=True, check=True).stdout.split(b"\0")
        for file in filter(None, map(os.fsdecode, files)):
            if (ROOT / file).exists():
                (cls.checkout / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / file, cls.checkout / file)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def steps(self, system, environment):
        """Runs the steps of a system's file. Gives whether all pass, and what they print."""
        variables, steps = SYSTEMS[system]()
        self.assertIn("ASSAY_OPTIONS", variables)
        summary = pathlib.Path(self.scratch.name) / "summary.md"
        summary.write_text("")
        env = {**os.environ, **variables, "ASSAY_OPTIONS": SMALL, "GITHUB_STEP_SUMMARY": str(summary),
               "CCACHE_BASEDIR": str(self.checkout), "CCACHE_NOHASHDIR": "1", **environment}
        passed, said = True, ""
        for step, always in steps:
            if passed or always:
                ran = subprocess.run(["sh", "-e", "-c", step], cwd=self.checkout, env=env,
                                     capture_output=True, text=True, stdin=subprocess.DEVNULL)
                passed &= ran.returncode == 0
                said += ran.stdout + ran.stderr
        report = self.checkout / "report"
        self.assertTrue((report / "index.html").exists(), said)
        xml = JUnitXml.fromfile(str(report / "junit.xml"))
        self.assertEqual(xml.tests, 600)
        self.assertEqual(xml.failures == 0, passed, said)
        text = (report / "summary.md").read_text()
        self.assertIn("## assay: ", text)
        if system == "github.yml":
            self.assertEqual(summary.read_text(), text)
        return passed, said

    def test_are_green_for_a_sound_driver_and_red_for_a_faulty_one(self):
        for system in SYSTEMS:
            passed, said = self.steps(system, {})
            self.assertTrue(passed, said)
            passed, said = self.steps(system, {
                "OPENCL_LAYERS": str(self.checkout / "build/libassay_faults.so"), "ASSAY_FAULT": FAULT})
            self.assertFalse(passed, said)


if __name__ == "__main__":
    unittest.main()
