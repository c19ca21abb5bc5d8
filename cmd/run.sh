#!/usr/bin/env bash
# Runs a campaign on a bare Debian 12: it installs what is missing, builds assay, and runs `assay run`
# with the arguments given; without any, for 20 seconds. Unless --device names another one, the device is
# the first; on a bare machine this is PoCL.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=cmd/build.sh
source "$root/cmd/build.sh"

"$root/cmd/setup.sh"
build_assay run.sh assay telling_draws
[[ $# -gt 0 ]] || set -- --budget 20s
exec "$root/build/assay" run "$@"
