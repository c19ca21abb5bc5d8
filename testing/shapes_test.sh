#!/usr/bin/env bash
# Runs one part in PARTS of the plan of shapes on PoCL and another on Oclgrind, and fails where a case diverges
# on both. Each of the two has faults of its own with some shapes (conformance/known), so each may fail alone. A
# rewriting that changes what a kernel computes, or that no compiler takes, fails on both.
#
#   shapes_test.sh ASSAY FOLDER PART
#
# PART is any number from 0 on; parts come again after PARTS numbers. The runs are kept in FOLDER. So is what
# PoCL's compiler leaves in the working folder where it aborts.
set -euo pipefail
mkdir -p "$2"
assay=$(realpath "$1") folder=$(realpath "$2") part=$((10#$3))
cd "$folder"
pocl='Portable Computing Language/*' oclgrind='*Oclgrind*'
on_pocl=80 on_oclgrind=160

# plan NAME SHARD DEVICE COMMAND...: runs a part of the plan, and lists the cases that diverge in NAME.lines. The
# exit code 1 says that there are some.
plan() {
  local status=0
  "${@:4}" run --jobs 1 --plan shapes --shard "$2" --device "$3" --log "$folder/$1.log" --out "$folder/$1" || status=$?
  [[ $status -le 1 ]] || return "$status"
  grep -q ',Pass,' "$folder/$1/results.csv"
  sed -nE '2,$ { /,(Pass|Doubtful|Skip),[^,]*$/d; s/,[^,]*,[^,]*$//p }' "$folder/$1/results.csv" > "$folder/$1.lines"
}

# passes NAME DEVICE COMMAND...: whether all cases of NAME.lines pass on a device. A case that it skips does not.
passes() {
  [[ -s $folder/$1.lines ]] || return 0
  "${@:3}" check --device "$2" "$folder/$1.lines" | tee "$folder/$1.checked"
  if grep '^Skip' "$folder/$1.checked"; then return 1; fi
}

# What PoCL's optimizer makes of shapes is what is asked.
unset POCL_EXTRA_BUILD_FLAGS
export POCL_CACHE_DIR=$folder/cache
mkdir -p "$POCL_CACHE_DIR"
plan pocl "$((part % on_pocl + 1))/$on_pocl" "$pocl" "$assay"
passes pocl "$oclgrind" oclgrind --data-races "$assay"
plan oclgrind "$((part % on_oclgrind + 1))/$on_oclgrind" "$oclgrind" oclgrind --data-races "$assay"
passes oclgrind "$pocl" "$assay"
