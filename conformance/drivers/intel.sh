#!/usr/bin/env bash
# Brings up Intel's driver for CPUs from PyPI's package intel-opencl-rt: the newest version, or the one
# given, for example 2023.2.4.
#
#   intel.sh FOLDER [VERSION]
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=folder.sh
. "$(dirname "${BASH_SOURCE[0]}")/folder.sh"

arguments "FOLDER [VERSION]" 1 2 "$@"
begin "$1"
python3 -m venv "$folder/venv"
# The driver needs libimf.so of the second package, which the first does not ask for.
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check \
  "intel-opencl-rt${2:+==$2}" "intel-cmplr-lib-rt${2:+==$2}"
# It brings a loader of its own, which would be found in place of the system's.
find "$folder/venv/lib" -name 'libOpenCL*.so*' -delete
name_library "$(one_file "$folder/venv/lib" libintelocl.so)"
# The driver loads libraries that stand beside it by their names alone.
echo "LD_LIBRARY_PATH=$folder/venv/lib" >> "$folder/environment"
