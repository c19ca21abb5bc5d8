#!/usr/bin/env bash
# Runs build.sh as OSS-Fuzz would, with plain libFuzzer as the engine. Then runs each fuzzer that it
# built, starting from its seeds. With ASSAY_TEST_SEED each run mutates them alike.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/out"

export CC=clang-19 CXX=clang++-19 OUT=$scratch/out WORK=${WORK:-$scratch/work}
export CFLAGS=${CFLAGS:--O1 -g1 -fsanitize=address,fuzzer-no-link} LIB_FUZZING_ENGINE=-fsanitize=fuzzer
export CXXFLAGS=$CFLAGS
"$here/build.sh"

# run FUZZER: runs a fuzzer from its seeds, and shows what it printed in one piece.
run() {
  local fuzzer=$1 options status=0
  mkdir "$fuzzer.seeds"
  unzip -q "${fuzzer}_seed_corpus.zip" -d "$fuzzer.seeds"
  options=(-runs=1000 -artifact_prefix="$scratch/" -seed="${ASSAY_TEST_SEED:-0}")
  [[ ! -f $fuzzer.dict ]] || options+=(-dict="$fuzzer.dict")
  "$fuzzer" "${options[@]}" "$fuzzer.seeds" > "$fuzzer.log" 2>&1 || status=$?
  cat "$fuzzer.log"
  return "$status"
}
export -f run
export scratch
printf '%s\0' "$OUT"/*_fuzzer | xargs -0 -P "$(nproc)" -I{} bash -euc 'run "$1"' _ {}
