#!/usr/bin/env bash
# From a bare Debian 12 to a campaign: installs what is missing, builds, and runs `assay run` with
# the arguments given. The device is the first one, on a bare machine PoCL, unless --device names
# another.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

"$root/cmd/setup.sh"

log=$(mktemp)
trap 'rm -f "$log"' EXIT
quietly() {
  "$@" > "$log" 2>&1 < /dev/null && return
  cat "$log" >&2
  echo "run.sh: cannot build assay: $1 failed" >&2
  exit 2
}
# Clones on one machine share what they compile.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
# A build that is there is kept as it is configured, tests and all.
if [[ ! -f $root/build/build.ninja ]]; then
  echo "run.sh: building build/assay, which takes some minutes" >&2
  CXX=${CXX:-g++} quietly cmake -S "$root" -B "$root/build" -G Ninja -DASSAY_TESTS=OFF \
    -DCMAKE_UNITY_BUILD=ON
fi
quietly cmake --build "$root/build" --target assay
rm -f "$log"
exec "$root/build/assay" run "$@"
