#!/usr/bin/env python3
"""Clang's warnings for every source of a build, as errors, without compiling any.

    clang_warnings.py BUILD

Sources that CMake compiles as one unit (CMAKE_UNITY_BUILD) are read as one file. Clang is silent on
variables that nobody uses in files that another includes, so that unit is the sources' own text, not
lines that include them.
"""

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CLANG = {".c": "clang-19"}


def sources_of(entry):
    file = Path(entry["file"])
    if file.parent.name != "Unity":
        return [file]
    return [Path(path) for path in re.findall(r'^#include "(.*)"$', file.read_text(), re.M)]


def warnings_of(entry):
    """What clang says of a unit; empty where it has no complaint."""
    words = shlex.split(entry["command"])
    words = words[1 + words[0].endswith("ccache"):]
    sources = sources_of(entry)
    # What the unit is written to, and the unit.
    del words[words.index("-o"):]
    words += sorted({f"-iquote{path.parent}" for path in sources})
    unit = "".join(f'#line 1 "{path}"\n{path.read_text()}\n' for path in sources)
    with tempfile.NamedTemporaryFile("w", suffix=sources[0].suffix) as file:
        file.write(unit)
        file.flush()
        done = subprocess.run(
            [CLANG.get(sources[0].suffix, "clang++-19"), *words, "-Werror", "-fsyntax-only", file.name],
            cwd=entry["directory"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            check=False)
    return len(sources), done.stdout if done.returncode else ""


def main():
    entries = json.loads((Path(sys.argv[1]) / "compile_commands.json").read_text())
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(warnings_of, entries))
    for _, words in results:
        print(words, end="")
    print(f"{sum(count for count, _ in results)} sources in {len(results)} units")
    return any(words for _, words in results)


if __name__ == "__main__":
    sys.exit(main())
