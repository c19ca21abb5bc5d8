"""The pages of this tree, as docs_test.py reads them: their text, their headings, their blocks of commands."""
import dataclasses
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]


@dataclasses.dataclass
class Command:
    text: str
    line: int
    expected: list
    code: int | None = 0


@dataclasses.dataclass
class Block:
    line: int
    not_run: str | None
    commands: list


def pages():
    """Every page of the tree, as a path relative to its root."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard", "*.md"],
                            capture_output=True, text=True, check=True).stdout.split("\n")
    return [pathlib.Path(name) for name in listed if name and (ROOT / name).exists()]


def lines_of(page):
    return (ROOT / page).read_text().split("\n")


def outside_of_blocks(page):
    """The lines of a page that are text, with their numbers."""
    inside = False
    for number, line in enumerate(lines_of(page), 1):
        if line.lstrip().startswith("```"):
            inside = not inside
        elif not inside:
            yield number, line


def anchors(page):
    """What may stand behind # in a link to a page: its headings, as GitHub names them."""
    found = set()
    for _, line in outside_of_blocks(page):
        if heading := re.match(r"#+ (.*)", line):
            words = re.sub(r"[^\w\- ]", "", heading[1].strip().lower())
            found.add(words.replace(" ", "-"))
    return found


def blocks(page):
    """The blocks of commands of a page."""
    lines, at = lines_of(page), 0
    while at < len(lines):
        if lines[at].strip() != "```console":
            at += 1
            continue
        begin, marks = at, []
        while begin - 1 - len(marks) >= 0 and lines[begin - 1 - len(marks)].startswith("<!--"):
            marks.append(lines[begin - 1 - len(marks)])
        block = Block(begin + 1, None, [])
        code = 0
        for mark in marks:
            if said := re.fullmatch(r"<!-- not run: (.+) -->", mark):
                block.not_run = said[1]
            elif said := re.fullmatch(r"<!-- exits: (\d+) -->", mark):
                code = int(said[1])
        at += 1
        while lines[at].strip() != "```":
            if lines[at].startswith("$ "):
                block.commands.append(Command(lines[at][2:], at + 1, []))
                if here := re.search(r"<< '?(\w+)'?$", lines[at]):
                    while lines[at] != here[1]:
                        at += 1
                        block.commands[-1].text += "\n" + lines[at]
            elif block.commands:
                block.commands[-1].expected.append(lines[at])
            at += 1
        if block.commands:
            block.commands[-1].code = code
        yield block
