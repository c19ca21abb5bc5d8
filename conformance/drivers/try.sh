#!/usr/bin/env bash
# Tests drivers that the scripts beside this one brought up, one after the other, and puts their runs side
# by side: the plan smoke, CASES random cases (100,000 unless given), and a tenth as many whose kernels are
# rewritten (shapes). Each driver has a folder of its own for kernels that it keeps.
#
#   try.sh [--cases CASES] [--assay PROGRAM] RESULTS FOLDER...
#   try.sh results /drivers/pocl /drivers/intel /drivers/rusticl
#
# For a driver in FOLDER, FOLDER/waivers.json is taken for its known faults, if it is there. RESULTS then has
# a run for each driver and part, FOLDER-smoke, FOLDER-random and FOLDER-shapes by the folder's name, and
# drivers-smoke.html and so on. The exit code is the greatest of all runs'.
set -euo pipefail

fail() {
  echo "try.sh: $1" >&2
  exit 2
}

usage="usage: try.sh [--cases CASES] [--assay PROGRAM] RESULTS FOLDER..."
cases=100000 assay=$(command -v assay || true)
while [[ $# -gt 0 ]]; do
  case $1 in
    --cases | --assay) [[ $# -ge 2 ]] || fail "$1 needs a value ($usage)" ;;&
    --cases) cases=$2; shift 2 ;;
    --assay) assay=$2; shift 2 ;;
    -h | --help) echo "$usage"; exit 0 ;;
    -*) fail "no option $1 ($usage)" ;;
    *) break ;;
  esac
done
[[ $# -ge 2 ]] || fail "$usage"
[[ $cases =~ ^[1-9][0-9]*$ ]] || fail "--cases $cases: is no number of cases"
[[ -x $assay ]] || fail "no assay program: give --assay PROGRAM"
assay=$(realpath "$assay")
mkdir -p "$1"
results=$(realpath "$1")
shift
for driver in "$@"; do
  [[ -d $driver/vendors && -f $driver/environment ]] || fail "$driver: no script of this folder made it"
done

worst=0
# try DRIVER PART OPTIONS...: one run of a driver.
try() {
  local driver out status=0 environment
  driver=$(realpath "$1") out=$results/$(basename "$1")-$2
  mapfile -t environment < "$driver/environment"
  mkdir -p "$driver/cache"
  [[ ! -f $driver/waivers.json ]] || set -- "$@" --waivers "$driver/waivers.json"
  echo "== $(basename "$driver"): $2"
  env "${environment[@]}" OCL_ICD_VENDORS="$driver/vendors" POCL_CACHE_DIR="$driver/cache" \
    "$assay" run --out "$out" "${@:3}" || status=$?
  [[ $status -le $worst ]] || worst=$status
}

shapes=$((cases / 10))
for driver in "$@"; do
  try "$driver" smoke --plan smoke
  try "$driver" random --cases "$cases"
  try "$driver" shapes --cases "$((shapes > 0 ? shapes : 1))" --shapes 1
done
for part in smoke random shapes; do
  runs=()
  for driver in "$@"; do
    out=$results/$(basename "$driver")-$part
    [[ ! -f $out/run.json ]] || runs+=("$out")
  done
  [[ ${#runs[@]} -lt 2 ]] || "$assay" compare "${runs[@]}" --html "$results/drivers-$part.html"
done
exit "$worst"
