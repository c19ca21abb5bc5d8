#!/usr/bin/env bash
# Runs a campaign on a bare Debian 12: it installs what is missing, builds assay, and runs `assay run`
# with the arguments given. Unless --device names another one, the device is the first; on a bare
# machine this is PoCL.
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
# With these settings, clones on one machine share the compiler cache.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
# A build folder that exists keeps its configuration, with tests or without.
if [[ ! -f $root/build/build.ninja ]]; then
  echo "run.sh: building build/assay, which takes some minutes" >&2
  CXX=${CXX:-g++} quietly cmake -S "$root" -B "$root/build" -G Ninja -DASSAY_TESTS=OFF \
    -DCMAKE_UNITY_BUILD=ON
fi
quietly cmake --build "$root/build" --target assay
rm -f "$log"
exec "$root/build/assay" run "$@"
