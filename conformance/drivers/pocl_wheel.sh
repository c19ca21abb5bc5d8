#!/usr/bin/env bash
# Brings up PoCL from PyPI's package pocl-binary-distribution: version 3.0, or the one given.
#
#   pocl_wheel.sh FOLDER [VERSION]
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=folder.sh
. "$(dirname "${BASH_SOURCE[0]}")/folder.sh"

arguments "FOLDER [VERSION]" 1 2 "$@"
begin "$1"
python3 -m venv "$folder/venv"
# The wheel is only unpacked: the packages that it asks for are for programs in Python.
"$folder/venv/bin/pip" download --quiet --disable-pip-version-check --no-deps --dest "$folder/wheel" \
  "pocl-binary-distribution==${2:-3.0}"
python3 -m zipfile --extract "$folder"/wheel/*.whl "$folder/unpacked"
# It brings a loader of its own, which would be found in place of the system's.
find "$folder/unpacked" -name 'libOpenCL*.so*' -delete
name_library "$(one_file "$folder/unpacked" 'libpocl*.so*')"
