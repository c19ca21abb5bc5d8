#!/usr/bin/env bash
# Runs build.sh as OSS-Fuzz would, with plain libFuzzer as the engine. Then runs each fuzzer that it
# built, starting from its seeds.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/out"

export CC=clang-19 CXX=clang++-19 OUT=$scratch/out WORK=${WORK:-$scratch/work}
export CFLAGS=${CFLAGS:--O1 -g1 -fsanitize=address,fuzzer-no-link} LIB_FUZZING_ENGINE=-fsanitize=fuzzer
export CXXFLAGS=$CFLAGS
"$here/build.sh"

for fuzzer in "$OUT"/*_fuzzer; do
  mkdir "$fuzzer.seeds"
  unzip -q "${fuzzer}_seed_corpus.zip" -d "$fuzzer.seeds"
  dictionary=()
  [[ ! -f $fuzzer.dict ]] || dictionary=(-dict="$fuzzer.dict")
  "$fuzzer" -runs=1000 -artifact_prefix="$scratch/" "${dictionary[@]}" "$fuzzer.seeds"
done
