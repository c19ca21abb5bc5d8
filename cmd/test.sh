#!/usr/bin/env bash
# Runs all tests, the quick ones first, and stops at the first failure. With --quick it runs only the
# format check, the build with g++, and that build's tests without the slow ones (testing/labels.txt).
# The last line counts the tests of the test programs in all builds, and each other phase as one test.
# The lines before it name the ten slowest tests.
# shellcheck disable=SC2317 # phases are functions called by name
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec < /dev/null

quick=
case ${1-} in
  "") ;;
  --quick) quick=1 ;;
  *) echo "test.sh: no option $1 (usage: cmd/test.sh [--quick])" >&2; exit 2 ;;
esac

cmd/setup.sh --dev

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
log=$scratch/log
times=$scratch/times
: > "$times"
# All tests share one cache of the programs that PoCL builds. With --quick the cache of an earlier run is
# used again, unless that run failed or was interrupted: PoCL aborts when it reads a file that was not
# written completely. The file $unfinished exists while a run has not passed.
export POCL_CACHE_DIR=$scratch/pocl
unfinished=$scratch/unfinished
if [[ -n $quick ]]; then
  POCL_CACHE_DIR=$PWD/build/pocl
  unfinished=$POCL_CACHE_DIR/unfinished
  [[ ! -e $unfinished ]] || rm -rf "$POCL_CACHE_DIR"
fi
mkdir -p "$POCL_CACHE_DIR"
: > "$unfinished"
# What the tests ask of assay is the same whatever PoCL's optimizer does. Without it a build takes 0.6 times
# as long.
export POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable

# optimized: has PoCL build as it does for users from here on, in a cache that has no other builds.
optimized() {
  unset POCL_EXTRA_BUILD_FLAGS
  export POCL_CACHE_DIR=$scratch/pocl-optimized
  mkdir "$POCL_CACHE_DIR"
}
# What the tests draw at random follows from this seed, so that a failure comes again. Change the file to
# draw otherwise.
ASSAY_TEST_SEED=${ASSAY_TEST_SEED:-$(cat testing/seed.txt)}
export ASSAY_TEST_SEED RC_PARAMS="seed=$ASSAY_TEST_SEED"
# The part of the plan of shapes that is run moves on with each commit, in a clone that has them all.
ASSAY_TEST_PART=${ASSAY_TEST_PART:-$(git rev-list --count HEAD 2> /dev/null || echo 0)}
echo "test.sh: ASSAY_TEST_SEED=$ASSAY_TEST_SEED ASSAY_TEST_PART=$ASSAY_TEST_PART"
# With these settings, builds in different folders with the same flags share the compiler cache.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros

passed=0
failed=0

finish() {
  join
  echo "slowest, in seconds:"
  sort -rn "$times" | sed -n "1,10s/^/  /p"
  echo "$passed passed, $failed failed"
  [[ $failed -eq 0 && $passed -gt 0 ]] || exit 1
  rm -f "$unfinished"
  exit 0
}

# phase WHAT COMMAND...: runs one check and shows its output only where it fails.
phase() {
  echo "== $1"
  local start=$SECONDS
  if ! "${@:2}" > "$log" 2>&1; then
    cat "$log"
    echo "test.sh: failed: $1"
    failed=$((failed + 1))
    finish
  fi
  passed=$((passed + 1))
  took "$1" "$start"
}

# aside WHAT COMMAND...: starts a check that mostly waits, which runs while the next ones run. join tells
# its result.
declare -A asides=()
aside() {
  local what=$1 start=$SECONDS
  echo "== $what (beside what follows)"
  {
    "${@:2}" > "$scratch/$what.log" 2>&1 || exit 1
    echo "$((SECONDS - start)) $what" >> "$times"
  } &
  asides[$what]=$!
}

# join: waits for the checks that aside started, and tells their results.
join() {
  local what
  for what in "${!asides[@]}"; do
    if wait "${asides[$what]}"; then
      passed=$((passed + 1))
    else
      cat "$scratch/$what.log"
      echo "test.sh: failed: $what"
      failed=$((failed + 1))
    fi
  done
  asides=()
}

# took WHAT START: prints the seconds since START, and keeps them for the list of the slowest.
took() {
  echo "   $((SECONDS - $2)) s"
  echo "$((SECONDS - $2)) $1" >> "$times"
}

# These patterns match labels of testing/labels.txt. The selftest has the label by-hand, since it runs a
# campaign under each planted fault, with time limits that need a quiet machine. Run it by
# `build/assay selftest` or `ctest -L by-hand`. (cmd/fault_test.cpp tests each fault on one case.)
by_hand='^by-hand$'
slow='^slow$'
unsanitized='^unsanitized$'

# ctests WHAT FOLDER SELECTION...: runs the tests of a build folder that CTest's options select, at_once of
# them at a time, and counts each as one check. A test that was skipped or is disabled does not count as passed.
at_once=$(nproc)
ctests() {
  echo "== $1"
  local start=$SECONDS status=0 junit=$scratch/junit.xml
  rm -rf "$junit" "$2/results"
  ctest --test-dir "$2" --output-on-failure --no-tests=error --timeout 1800 "${@:3}" \
    --parallel "$at_once" --output-junit "$junit" > "$log" 2>&1 || status=$?
  local tests failures=0 skipped=0 counted
  counted=$(/usr/bin/python3 testing/tally.py "$2" "$junit" "$times" 2>> "$log") || counted="0 1 0"
  read -r tests failures skipped <<< "$counted"
  passed=$((passed + tests)) failed=$((failed + failures))
  if [[ $status -ne 0 || $failures -gt 0 || $tests -eq 0 ]]; then
    cat "$log"
    echo "test.sh: failed: $1"
    [[ $failures -gt 0 ]] || failed=$((failed + 1))
    finish
  fi
  [[ $skipped -eq 0 ]] || echo "   $skipped skipped"
  echo "   $((SECONDS - start)) s"
}

# build FOLDER CC CXX TARGETS OPTIONS...: configures a build folder and builds the targets.
build() {
  # shellcheck disable=SC2086 # TARGETS are words
  CC=$2 CXX=$3 cmake -S . -B "$1" -G Ninja -DASSAY_TESTS=ON -DCMAKE_UNITY_BUILD=ON "${@:5}" &&
    cmake --build "$1" --target $4
}

# The rooms whose tests run under the sanitizers, and the targets of the fuzzers.
sanitized="ops specs opencl"
fuzzers="case text spec rules kernel"

format() {
  find . -path './build*' -prune -o \( -name '*.h' -o -name '*.cpp' \) -print0 |
    xargs -0 clang-format-19 --dry-run -Werror
}

# oclgrind_campaign: fails where a case diverges, and where Oclgrind complains. Oclgrind writes its
# complaints to the log of the workers, since these call OpenCL. A kernel that reads out of bounds must
# leave a complaint there, which shows that complaints reach the log.
oclgrind_campaign() {
  local words=$scratch/oclgrind.txt stray=$scratch/kernels
  oclgrind --data-races --max-errors 1000000 build/assay run --cases 300 --max-elements 256 --plain \
    --shapes 0.5 --jobs 1 --device '*Oclgrind*' --log "$words" || return 1
  # The compiler warns of some rewritten kernels, and the number of its warnings comes to the log.
  sed -i '/^[0-9]* warnings\? generated\.$/d' "$words"
  [[ ! -s $words ]] || { head -n 100 "$words"; return 1; }
  mkdir -p "$stray"
  sed 's/FROM(i) gathered_from/FROM(i) 1000000 + gathered_from/' opencl/kernels/gather.cl > "$stray/gather.cl"
  oclgrind build/assay run --operator gather --cases 20 --max-elements 64 --plain --jobs 1 \
    --device '*Oclgrind*' --kernels "$stray" --log "$words" > /dev/null
  grep -q 'Invalid read' "$words"
}

# fuzz TARGET: runs a fuzzer for 20 s on a copy of its seeds.
fuzz() {
  local target=$1 dictionary=()
  mkdir -p "$scratch/corpus"
  cp -r "fuzz/corpus/$target" "$scratch/corpus/$target"
  [[ ! -f fuzz/dictionaries/$target.dict ]] || dictionary=(-dict="fuzz/dictionaries/$target.dict")
  "build-clang/${target}_fuzzer" -seed="$ASSAY_TEST_SEED" -max_total_time=20 -timeout=60 -rss_limit_mb=4096 \
    -detect_leaks=0 -artifact_prefix="$scratch/" "${dictionary[@]}" "$scratch/corpus/$target"
}

# fuzz_all: runs all fuzzers, at most one for each processor at a time. The output of each one that fails
# is printed in one piece.
fuzz_all() {
  local target status=0
  local -A running=()
  for target in $fuzzers; do
    while (($(jobs -rp | wc -l) >= $(nproc))); do sleep 0.2; done
    fuzz "$target" > "$scratch/fuzz-$target.log" 2>&1 &
    running[$target]=$!
  done
  for target in $fuzzers; do
    wait "${running[$target]}" && continue
    status=1
    echo "$target:"
    cat "$scratch/fuzz-$target.log"
  done
  return "$status"
}

# planted_defect: plants a defect into a kernel. The fuzzers that launch it must end, and each must leave
# the input as a file. They draw cases of that operator only, so that finding it is not left to chance.
planted_defect() {
  local target folder=$scratch/planted status=0
  local -A running=()
  mkdir "$folder"
  sed 's/= InputTensor\[/= 1 + InputTensor[/' opencl/kernels/copy_each.clh > "$folder/copy_each.clh"
  for target in case kernel; do
    mkdir "$folder/$target"
    { ! ASSAY_KERNELS=$folder ASSAY_OPERATOR=gather "build-clang/${target}_fuzzer" \
      -seed="$ASSAY_TEST_SEED" -max_total_time=120 -detect_leaks=0 -artifact_prefix="$folder/$target/" "$folder/$target" \
      "fuzz/corpus/$target"; } \
      > "$folder/$target.log" 2>&1 &
    running[$target]=$!
  done
  for target in case kernel; do
    wait "${running[$target]}" && compgen -G "$folder/$target/crash-*" && continue
    status=1
    echo "$target:"
    cat "$folder/$target.log"
  done
  return "$status"
}

phase "format" format
phase "tests are counted as they end" testing/tally_test.py
# Builds in other folders, by scripts, have the same flags from these variables, so that they find all objects
# in the compiler cache.
gcc_flags=-Werror
phase "build with g++" build build gcc g++ all -DCMAKE_C_FLAGS="$gcc_flags" -DCMAKE_CXX_FLAGS="$gcc_flags"
ctests "quick tests" build --label-exclude "$slow|$by_hand"
[[ -z $quick ]] || finish

phase "the pages: links and commands" /usr/bin/python3 docs/docs_test.py build
phase "specs against their schemas" /usr/bin/python3 specs/schema_test.py
phase "oracles against ONNX's node tests" /usr/bin/python3 testing/onnx/node_test.py build/assay
phase "oracles against readings in NumPy and mpmath" /usr/bin/python3 testing/readings/readings_test.py build/assay
phase "waivers against their schema" /usr/bin/python3 conformance/gate/waivers_schema_test.py build/assay
# Checks that wait, or use one processor, run while others use all processors.
aside "a farm of Slurm, a node lost" conformance/farm/farm_test.sh build/assay
# PoCL and LLVM do not free all memory at the end, so leaks are not looked for. The build needs these
# variables, too, since it runs the test programs to list their tests.
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1
# One build serves the warnings of clang, the sanitized tests and the fuzzers. OSS-Fuzz's script builds with
# the same flags, so that it finds all objects in the compiler cache.
clang_flags="-Werror -O1 -g1 -fsanitize=fuzzer-no-link -fsanitize=address,undefined -fno-sanitize-recover=all"
phase "build with clang++ and sanitizers" build build-clang clang-19 clang++-19 \
  "${sanitized// /_tests }_tests ${fuzzers// /_fuzzer }_fuzzer" -DASSAY_FUZZ=ON \
  -DASSAY_FUZZ_ENGINE="-fsanitize=fuzzer" -DCMAKE_BUILD_TYPE=None \
  -DCMAKE_C_FLAGS="$clang_flags" -DCMAKE_CXX_FLAGS="$clang_flags"
phase "warnings of clang++" testing/clang_warnings.py build build-clang
aside "reports read by others" build/venv/bin/python conformance/report/report_formats_test.py
aside "the page in a browser" build/venv/bin/python conformance/report/page/page_test.py
ctests "tests with sanitizers" build-clang --label-regex "^(${sanitized// /|})$" \
  --label-exclude "$by_hand|$unsanitized"
# The slow tests wait for a sixth of their time: for drivers that hang, and for the ends of budgets.
at_once=$(($(nproc) + 1))
ctests "slow tests" build --label-regex "$slow"
aside "campaign on Oclgrind, with data races" oclgrind_campaign
aside "shapes on two drivers" testing/shapes_test.sh build/assay "$scratch/shapes" "$ASSAY_TEST_PART"
phase "another operator of three files" env CFLAGS="$gcc_flags" CXXFLAGS="$gcc_flags" \
  testing/another_operator/another_operator_test.sh build/assay
optimized
phase "Debian package" cmd/package_test.sh build
phase "files for CI systems" env CFLAGS="$gcc_flags" CXXFLAGS="$gcc_flags" build/venv/bin/python cmd/ci/ci_test.py
phase "campaign on PoCL" build/assay run --cases 20000 --device 'Portable Computing Language/*'
phase "the smoke plan on PoCL" build/assay run --plan smoke --device 'Portable Computing Language/*'
# The fuzzers have a fixed time each, so no other check may run beside them.
join
[[ $failed -eq 0 ]] || finish
phase "each fuzzer for 20 s" fuzz_all
phase "a defect in a kernel, found by fuzzers" planted_defect
phase "corpora merged" fuzz/merge_test.sh build-clang
phase "fuzzers as OSS-Fuzz builds them" env CFLAGS="$clang_flags" \
  WORK="$PWD" fuzz/oss-fuzz/build_test.sh
finish
