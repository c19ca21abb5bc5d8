#!/usr/bin/env bash
# Builds assay and makes its Debian package. Prints the path of the package.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=cmd/build.sh
source "$root/cmd/build.sh"

"$root/cmd/setup.sh"
build_assay package.sh all
(cd "$root/build" && cpack --config CPackConfig.cmake > package.log 2>&1) ||
  { cat "$root/build/package.log" >&2; echo "package.sh: cannot make the package" >&2; exit 2; }
ls "$root"/build/assay_*.deb
