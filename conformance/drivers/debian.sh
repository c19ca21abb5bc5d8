#!/usr/bin/env bash
# Brings up a driver of Debian's packages: pocl (PoCL) or rusticl (Mesa's, on llvmpipe).
#
#   debian.sh FOLDER pocl|rusticl
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=folder.sh
. "$(dirname "${BASH_SOURCE[0]}")/folder.sh"

arguments "FOLDER pocl|rusticl" 2 2 "$@"
case $2 in
  pocl) package=pocl-opencl-icd icd=pocl.icd ;;
  rusticl) package=mesa-opencl-icd icd=rusticl.icd ;;
  *) fail "no driver $2: pocl or rusticl" ;;
esac
begin "$1"
dpkg-query --show "$package" > /dev/null 2>&1 || as_root apt-get install --yes --quiet "$package"
cp "/etc/OpenCL/vendors/$icd" "$folder/vendors/"
[[ $2 != rusticl ]] || echo "RUSTICL_ENABLE=llvmpipe" >> "$folder/environment"
