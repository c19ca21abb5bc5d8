#!/usr/bin/env bash
# Builds the fuzzers as OSS-Fuzz requires: it takes compilers, flags and engine from the environment,
# and puts everything that a fuzzer needs into $OUT. The targets that need an OpenCL device are
# installed too. On a machine without a device they print that and exit.
set -euo pipefail

: "${CC:?}" "${CXX:?}" "${OUT:?}" "${LIB_FUZZING_ENGINE:?}"
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=${WORK:-$(mktemp -d)}

cmake -S "$source" -B "$work/build-oss-fuzz" -G Ninja -DASSAY_TESTS=OFF -DASSAY_FUZZ=ON \
  -DCMAKE_UNITY_BUILD=ON \
  -DASSAY_FUZZ_ENGINE="$LIB_FUZZING_ENGINE" -DCMAKE_BUILD_TYPE=None \
  -DCMAKE_C_FLAGS="${CFLAGS:-}" -DCMAKE_CXX_FLAGS="${CXXFLAGS:-}"

targets="case text spec rules kernel"
# shellcheck disable=SC2086 # targets are words
cmake --build "$work/build-oss-fuzz" --target ${targets// /_fuzzer }_fuzzer
for target in $targets; do
  cp "$work/build-oss-fuzz/${target}_fuzzer" "$OUT/"
  (cd "$source/fuzz/corpus/$target" && zip -q -r "$OUT/${target}_fuzzer_seed_corpus.zip" .)
  dictionary=$source/fuzz/dictionaries/$target.dict
  [[ ! -f $dictionary ]] || cp "$dictionary" "$OUT/${target}_fuzzer.dict"
  options=$source/fuzz/oss-fuzz/${target}_fuzzer.options
  [[ ! -f $options ]] || cp "$options" "$OUT/"
done
