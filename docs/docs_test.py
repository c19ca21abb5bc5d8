"""The pages: every link leads somewhere, and every block of commands gives what stands below it.

    docs/docs_test.py BUILD [PAGE...]

BUILD is a folder with a built `assay` (and its two libraries). Without a PAGE, all pages are tested.

Links. A link without a scheme must name a file or a folder of this tree; what follows `#` must be a
heading of that page. In addition, every path in `backquotes` that contains a slash and begins with
the name of a room must exist; NAME, OPERATOR and X stand for any name.

Counts. How many operators, faults and defects a page says that there are is how many there are.

Blocks. A block that begins with ```console holds commands, each on a line that begins with "$ ", and
below each command the lines that it prints. A command without lines below it may print anything. What
follows a command that ends in `<< 'END'`, up to a line END, is its input. The
commands of a page run one after the other, as they stand, in one folder: a copy of this tree (the
files that git knows) with BUILD's programs in `build/`. `assay` is in the PATH, too, and PoCL is the
only driver where it is installed.

What differs from machine to machine is allowed for in three ways:

    ...                     a line of three dots stands for any number of lines, or none
    times, rates, devices   MACHINE below: what matches such a pattern may be any other match
    <!-- not run: why -->   stands on the line above a block that cannot be run here

A command must end with exit code 0, unless a line <!-- exits: 1 --> stands above its block: then the
last command of the block must end with that code."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
from pages import ROOT, blocks, anchors, outside_of_blocks, pages  # noqa: E402

ROOMS = ("ops", "specs", "opencl", "conformance", "fuzz", "cmd", "testing", "docs")
# The driver that the pages show, where it is installed.
POCL = pathlib.Path("/etc/OpenCL/vendors/pocl.icd")
# A line that tells how far a run is.
PROGRESS = re.compile(r"\[\d+ s\] .*")
# What a machine or a moment decides. Both sides are compared after these patterns are replaced.
MACHINE = [
    (re.compile(r"^Device   .*$"), "Device"),
    (re.compile(r"^Driver   .*$"), "Driver"),
    (re.compile(r"--device ('[^']*'|\S+)"), "--device D"),
    (re.compile(r"\d+(\.\d+)? s\b"), "N s"),
    (re.compile(r"in (each of )?\d+ workers?"), "in workers"),
    (re.compile(r"[\d,]+ cases/s"), "N cases/s"),
    (re.compile(r"[\d.]+ (GB/s|us|µs|ms)"), "N of a unit"),
    (re.compile(r"\s+"), " "),
]


def plain(line):
    for pattern, instead in MACHINE:
        line = pattern.sub(instead, line)
    return line.strip()


def agrees(expected, came):
    """Whether the lines that came are the expected ones, of which "..." is any number of lines."""
    if not expected:
        return not came
    if expected[0].strip() == "...":
        return any(agrees(expected[1:], came[i:]) for i in range(len(came) + 1))
    return bool(came) and plain(expected[0]) == plain(came[0]) and agrees(expected[1:], came[1:])


def stripped(lines):
    """Lines without the empty ones at both ends."""
    lines = list(lines)
    while lines and not lines[0].strip():
        lines.pop(0)
    while lines and not lines[-1].strip():
        lines.pop()
    return lines


class Rules(unittest.TestCase):
    """What this test itself takes for the same."""

    def test_lines_agree(self):
        came = ["Pass  a", "12 cases in 3.5 s", "1,234 cases/s without that", "No divergence."]
        self.assertTrue(agrees(["...", "No divergence."], came))
        self.assertTrue(agrees(["Pass  a", "12 cases in 7 s", "9 cases/s without that", "..."], came))
        self.assertFalse(agrees(["Pass  b", "..."], came))
        self.assertFalse(agrees(["...", "13 cases in 3.5 s", "..."], came))
        self.assertFalse(agrees(["Pass  a"], came))
        self.assertFalse(agrees(["...", "No divergence.", "more"], came))


class Counts(unittest.TestCase):
    """What pages count is what the program and the tree have."""

    def words_of(self, *command):
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def test_stand_alike_on_each_page(self):
        operators = len(json.loads(self.words_of(BUILD / "assay", "list", "--json"))["operators"])
        faults = len(self.words_of(BUILD / "assay", "selftest", "--list").splitlines())
        counts = [(operators, r"(\d+) of its \d+ operators|\b(?:all|of) (\d+) operators"),
                  (faults, r"of the (\d+) \[planted driver|one of (\d+) ways|Each of the (\d+) faults")]
        if (tests := BUILD / "conformance_tests").exists():
            suites = re.split(r"^(?=\S)", self.words_of(tests, "--gtest_list_tests"), flags=re.M)
            defects = sum(suite.count("\n  is_found") for suite in suites
                          if suite.split("\n")[0].split("  ")[0].endswith("/KernelDefect."))
            counts += [(defects, r"(\d+) \[planted kernel defects\]|conformance/defects/` has (\d+)")]
        for page in CHOSEN:
            text = " ".join(line for _, line in outside_of_blocks(page))
            for count, pattern in counts:
                for said in re.finditer(pattern, text):
                    with self.subTest(f"{page}: {said[0]}"):
                        self.assertEqual(int(next(filter(None, said.groups()))), count)

    def test_figures_of_faults_leave_none_out(self):
        listed = {line.split()[0] for line in
                  self.words_of(BUILD / "assay", "selftest", "--list").splitlines()}
        page = (ROOT / "docs/faults.md").read_text()
        measured = set(re.findall(r"([a-z\d-]+) [\d,]+ \d+(?= \|)", page))
        self.assertEqual(measured - listed, set(), "no such fault")
        self.assertEqual({fault for fault in listed - measured if f"`{fault}`" not in page}, set(),
                         "no figures, and no word why")


class Lines(unittest.TestCase):
    def test_of_paragraphs_are_short(self):
        for page in CHOSEN:
            for number, line in outside_of_blocks(page):
                if not line.startswith(("|", "<!--", "![", "    ")):
                    with self.subTest(f"{page}:{number}"):
                        self.assertLessEqual(len(line), 140)


class Links(unittest.TestCase):
    def test_lead_to_files_and_headings(self):
        for page in CHOSEN:
            for number, line in outside_of_blocks(page):
                for target in re.findall(r"\[[^\]]*\]\(([^)\s]+)\)", line):
                    if re.match(r"[a-z]+:", target):
                        continue
                    path, _, anchor = target.partition("#")
                    to = (page.parent / path) if path else page
                    with self.subTest(f"{page}:{number}: {target}"):
                        self.assertTrue((ROOT / to).exists(), "no such file")
                        if anchor:
                            to = pathlib.Path(os.path.normpath(to))
                            self.assertIn(anchor, anchors(to), "no such heading")

    def test_paths_in_backquotes_exist(self):
        path = re.compile(r"`((?:%s)/[\w./-]*)`" % "|".join(ROOMS))
        for page in CHOSEN:
            for number, line in outside_of_blocks(page):
                for name in path.findall(line):
                    if re.search(r"\b(NAME|OPERATOR|X)\b", name):
                        continue
                    with self.subTest(f"{page}:{number}: {name}"):
                        self.assertTrue((ROOT / name).exists(), "no such file")

    def test_words_name_what_is_there(self):
        row = re.compile(r"^\|.*\| ((?:`\w+`(?:, )?)+) in `([\w/.]+)` \|$")
        for number, line in outside_of_blocks(pathlib.Path("docs/words.md")):
            if not (names := row.match(line)):
                continue
            text = (ROOT / names[2]).read_text()
            for name in re.findall(r"`(\w+)`", names[1]):
                with self.subTest(f"docs/words.md:{number}: {name}"):
                    self.assertRegex(text, rf"\b{name}\b")

    def test_pages_of_rooms_name_files_that_are_there(self):
        file = re.compile(r"`([\w./-]+\.(?:h|cpp|c|cl|json|txt|sh|py|cmake)|[\w-]+/)`")
        for page in CHOSEN:
            if page.name != "README.md" or page.parts[0] not in ROOMS:
                continue
            for number, line in outside_of_blocks(page):
                for name in file.findall(line):
                    if re.search(r"(?<![a-z])(NAME|X)(?![a-z])", name):
                        continue
                    with self.subTest(f"{page}:{number}: {name}"):
                        self.assertTrue((ROOT / page.parent / name).exists() or (ROOT / name).exists(),
                                        "no such file")

    def test_pages_of_rooms_name_what_the_room_may_include(self):
        stated = re.finditer(r"^(?:program_)?room\(([^\s)]+)([^)]*)\)",
                             (ROOT / "CMakeLists.txt").read_text(), re.M)
        may = {room[1]: room[2].split() for room in stated}
        self.assertGreater(len(may), 20)
        for room, named in may.items():
            text = (ROOT / room / "README.md").read_text()
            line = re.search(r"\*\*May include\*\* .*", text)[0]
            for other in set(named) & set(may):
                with self.subTest(room):
                    self.assertIn(f"`{other}`", line)

    def test_every_room_has_a_page(self):
        folders = {path.parent for path in map(pathlib.Path, subprocess.run(
            ["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard", "*.h", "*.cpp", "*.cl"],
            capture_output=True, text=True, check=True).stdout.split()) if (ROOT / path).exists()}
        for folder in sorted(folders):
            if folder.parts[0] == "testing" and len(folder.parts) > 1:
                continue  # testing/README.md speaks of its folders
            with self.subTest(str(folder)):
                self.assertTrue((ROOT / folder / "README.md").exists(), "no README.md")


class Commands(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name) / "assay"
        files = subprocess.run(["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard", "-z"],
                               capture_output=True, check=True).stdout.split(b"\0")
        for file in filter(None, map(os.fsdecode, files)):
            if (ROOT / file).exists():
                (self.folder / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / file, self.folder / file)
        (self.folder / "build").mkdir()
        for name in ("assay", "libassay_faults.so", "libassay_example.so"):
            if (BUILD / name).exists():
                os.symlink(BUILD / name, self.folder / "build" / name)
        self.env = {**os.environ, "PATH": f"{self.folder}/build:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
        if POCL.exists():
            self.env["OCL_ICD_VENDORS"] = str(POCL)

    def run_page(self, page):
        for block in blocks(page):
            if block.not_run:
                continue
            for command in block.commands:
                ran = subprocess.run(["bash", "-c", command.text], cwd=self.folder, env=self.env,
                                     stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                     timeout=600)
                told = [line for line in ran.stderr.split("\n") if not PROGRESS.fullmatch(line)]
                came = stripped(ran.stdout.split("\n") + told)
                where = f"{page}:{command.line}: {command.text}\n" + "\n".join(came)
                self.assertEqual(ran.returncode, command.code, where)
                if expected := stripped(command.expected):
                    self.assertTrue(agrees(expected, came), where)

    def test_give_what_stands_there(self):
        for page in CHOSEN:
            if any(not block.not_run for block in blocks(page)):
                with self.subTest(str(page)):
                    self.run_page(page)


if __name__ == "__main__":
    if len(sys.argv) < 2 or not (pathlib.Path(sys.argv[1]) / "assay").exists():
        sys.exit("usage: docs/docs_test.py BUILD [PAGE...]   (BUILD holds assay)")
    BUILD = pathlib.Path(sys.argv[1]).resolve()
    CHOSEN = [pathlib.Path(os.path.relpath(p, ROOT)) for p in map(os.path.abspath, sys.argv[2:])] or pages()
    unittest.main(argv=sys.argv[:1])
