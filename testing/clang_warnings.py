#!/usr/bin/env python3
"""Gives Clang's warnings for every source of a build, as errors, without compiling any.

    clang_warnings.py BUILD [COMPILED]

Sources that CMake compiles as one unit (CMAKE_UNITY_BUILD) are read as one file. Clang does not warn of
unused constants in included files, so the file consists of the sources' text instead of lines that
include them. COMPILED is another build, by Clang, with the same warnings as errors. Clang has already
checked what it compiled there, except for unused constants, which are then searched by their names.
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
# Options of g++ that Clang does not know.
OF_GCC = {"-fno-gnu-unique", "-fpch-preprocess", "-Winvalid-pch"}


def sources_of(entry):
    file = Path(entry["file"])
    if file.parent.name != "Unity":
        return [file]
    return [Path(path) for path in re.findall(r'^#include "(.*)"$', file.read_text(), re.M)]


def warnings_of(entry):
    """The number of a unit's sources, and Clang's warnings; these are empty where there are none."""
    words = shlex.split(entry["command"])
    words = words[1 + words[0].endswith("ccache"):]
    sources = sources_of(entry)
    # The words from -o on name the object file and the unit; both are left out.
    del words[words.index("-o"):]
    words = [word for word in words if word not in OF_GCC]
    # Each source has to include what it needs, and Clang reads no header that g++ precompiled.
    if "-include" in words:
        del words[words.index("-include"):words.index("-include") + 2]
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


def unused_constants(source):
    """A line for each constant that a source defines and whose name occurs only once in it."""
    text = source.read_text()
    begins = r"^(?:(?:static|constexpr|constinit|const) )+[\w:<>,*& ]*?\b(\w+)(?:\[\w*\])* ?[={]"
    return "".join(f"{source}: nobody uses {name}\n" for name in re.findall(begins, text, re.M)
                   if name != "struct" and len(re.findall(rf"\b{name}\b", text)) == 1)


def entries_of(build):
    return json.loads((Path(build) / "compile_commands.json").read_text())


def object_of(entry):
    words = shlex.split(entry["command"])
    return Path(entry["directory"]) / words[words.index("-o") + 1]


def main():
    compiled = {source for build in sys.argv[2:] for entry in entries_of(build)
                if object_of(entry).exists() for source in sources_of(entry)}
    entries = [entry for entry in entries_of(sys.argv[1])
               if not compiled.issuperset(sources_of(entry)) and "cmake_pch" not in entry["file"]]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(warnings_of, entries))
    results += [(1, unused_constants(source)) for source in sorted(compiled)]
    for _, words in results:
        print(words, end="")
    print(f"{sum(count for count, _ in results)} sources, {len(entries)} units read")
    return any(words for _, words in results)


if __name__ == "__main__":
    sys.exit(main())
