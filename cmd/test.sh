#!/usr/bin/env bash
# All tests, the quick ones first, up to the first that fails. With --quick only the format, the build
# with g++ and its tests without the slow ones (testing/labels.txt). The last line counts the tests of
# test programs over all builds, and each other phase as one; before it stand the ten slowest.
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
# All tests share the programs that PoCL builds. Only where it is to be quick are those of an earlier run
# kept, and of none that failed or was interrupted: PoCL aborts on a file that was not written to its end.
export POCL_CACHE_DIR=$scratch/pocl
unfinished=$scratch/unfinished
if [[ -n $quick ]]; then
  POCL_CACHE_DIR=$PWD/build/pocl
  unfinished=$POCL_CACHE_DIR/unfinished
  [[ ! -e $unfinished ]] || rm -rf "$POCL_CACHE_DIR"
fi
mkdir -p "$POCL_CACHE_DIR"
: > "$unfinished"
# Builds in different folders with the same flags share what they compile.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1

passed=0
failed=0

finish() {
  join
  echo "slowest, in seconds:"
  sort -rn "$times" | head -n 10 | sed 's/^/  /'
  echo "$passed passed, $failed failed"
  [[ $failed -eq 0 && $passed -gt 0 ]] || exit 1
  rm -f "$unfinished"
  exit 0
}

# phase WHAT COMMAND...: one check, silent unless it fails.
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

# aside WHAT COMMAND...: a check that mostly waits, beside those that follow. What came of it is told
# when all are over.
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

# join: waits for the checks of aside.
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

# took WHAT START: prints and keeps the seconds since START.
took() {
  echo "   $((SECONDS - $2)) s"
  echo "$((SECONDS - $2)) $1" >> "$times"
}

# Labels of testing/labels.txt. The selftest runs a campaign under each of the planted faults, with time
# limits that ask for a quiet machine (that each fault is seen on a case of its own is in the tests): it
# is run by hand, as `build/assay selftest` or `ctest -L by-hand`.
by_hand='^by-hand$'
slow='^slow$'

# ctests WHAT FOLDER SELECTION...: as many checks as the tests in the build's folder that CTest's options
# select. A test that was skipped or is disabled did not pass.
ctests() {
  echo "== $1"
  local start=$SECONDS status=0 junit=$scratch/junit.xml
  rm -rf "$junit" "$2/results"
  ctest --test-dir "$2" --output-on-failure --no-tests=error --timeout 1800 "${@:3}" \
    --parallel "$(nproc)" --output-junit "$junit" > "$log" 2>&1 || status=$?
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

# build FOLDER CC CXX TARGETS OPTIONS...
build() {
  # shellcheck disable=SC2086 # TARGETS are words
  CC=$2 CXX=$3 cmake -S . -B "$1" -G Ninja -DASSAY_TESTS=ON -DCMAKE_UNITY_BUILD=ON "${@:5}" &&
    cmake --build "$1" --target $4
}

# The rooms whose tests run under the sanitizers, and the fuzzers.
sanitized="ops specs opencl"
fuzzers="case text spec rules kernel"

format() {
  find . -path './build*' -prune -o \( -name '*.h' -o -name '*.cpp' \) -print0 |
    xargs -0 clang-format-19 --dry-run -Werror
}

# Fails for divergences, and for what Oclgrind itself complains of: its words are in the log of the
# workers, who call OpenCL. That they came through is seen by a kernel that reads out of bounds.
oclgrind_campaign() {
  local words=$scratch/oclgrind.txt stray=$scratch/kernels
  oclgrind --data-races --max-errors 1000000 build/assay run --cases 300 --max-elements 256 --plain \
    --jobs 1 --device '*Oclgrind*' --log "$words" || return 1
  [[ ! -s $words ]] || { head -n 100 "$words"; return 1; }
  mkdir -p "$stray"
  sed 's/InputTensor\[/InputTensor[1000000 + /' opencl/kernels/slice1.cl > "$stray/slice1.cl"
  oclgrind build/assay run --operator slice1 --cases 20 --max-elements 64 --plain --jobs 1 \
    --device '*Oclgrind*' --kernels "$stray" --log "$words" > /dev/null
  grep -q 'Invalid read' "$words"
}

# A fuzzer for 20 s on a copy of its seeds.
fuzz() {
  local target=$1 dictionary=()
  mkdir -p "$scratch/corpus"
  cp -r "fuzz/corpus/$target" "$scratch/corpus/$target"
  [[ ! -f fuzz/dictionaries/$target.dict ]] || dictionary=(-dict="fuzz/dictionaries/$target.dict")
  "build-clang/${target}_fuzzer" -max_total_time=20 -timeout=60 -rss_limit_mb=4096 \
    -detect_leaks=0 -artifact_prefix="$scratch/" "${dictionary[@]}" "$scratch/corpus/$target"
}

# All fuzzers, as many at a time as there are processors. A failure's words stand together.
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

# A defect in a kernel ends the fuzzers that launch it, and the input is kept.
planted_defect() {
  local target folder=$scratch/planted status=0
  local -A running=()
  mkdir "$folder"
  sed 's/\] = InputTensor\[gathered_from/] = ~InputTensor[gathered_from/' opencl/kernels/gather.cl \
    > "$folder/gather.cl"
  for target in case kernel; do
    mkdir "$folder/$target"
    { ! ASSAY_KERNELS=$folder "build-clang/${target}_fuzzer" -max_total_time=120 -detect_leaks=0 \
      -artifact_prefix="$folder/$target/" "$folder/$target" "fuzz/corpus/$target"; } \
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
phase "build with g++" build build gcc g++ all -DCMAKE_COMPILE_WARNING_AS_ERROR=ON
ctests "quick tests" build --label-exclude "$slow|$by_hand"
[[ -z $quick ]] || finish

phase "the pages: links and commands" /usr/bin/python3 docs/docs_test.py build
phase "specs against their schemas" /usr/bin/python3 specs/schema_test.py
phase "waivers against their schema" /usr/bin/python3 conformance/gate/waivers_schema_test.py build/assay
# What waits, or keeps one processor busy, runs beside what keeps all busy.
aside "a farm of Slurm, a node lost" conformance/farm/farm_test.sh build/assay
# PoCL and LLVM keep what they allocate until the end. Tests are listed while they are built, so
# the build needs these, too.
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1
# One build for three uses: warnings, sanitized tests, fuzzers. OSS-Fuzz's script builds with the same flags,
# so that ccache has it all.
clang_flags="-Werror -O1 -g1 -fsanitize=fuzzer-no-link -fsanitize=address,undefined -fno-sanitize-recover=all"
phase "build with clang++ and sanitizers" build build-clang clang-19 clang++-19 \
  "${sanitized// /_tests }_tests ${fuzzers// /_fuzzer }_fuzzer" -DASSAY_FUZZ=ON \
  -DASSAY_FUZZ_ENGINE="-fsanitize=fuzzer" -DCMAKE_BUILD_TYPE=None \
  -DCMAKE_C_FLAGS="$clang_flags" -DCMAKE_CXX_FLAGS="$clang_flags"
phase "warnings of clang++" testing/clang_warnings.py build build-clang
aside "reports read by others" build/venv/bin/python conformance/report/report_formats_test.py
aside "the page in a browser" build/venv/bin/python conformance/report/page/page_test.py
ctests "tests with sanitizers" build-clang --label-regex "^(${sanitized// /|})$" --label-exclude "$by_hand"
ctests "slow tests" build --label-regex "$slow"
aside "campaign on Oclgrind, with data races" oclgrind_campaign
phase "a sixth operator of three files" testing/sixth_operator/sixth_operator_test.sh
phase "Debian package" cmd/package_test.sh build
phase "files for CI systems" build/venv/bin/python cmd/ci/ci_test.py
phase "campaign on PoCL" build/assay run --cases 20000 --device 'Portable Computing Language/*'
phase "the smoke plan on PoCL" build/assay run --plan smoke --device 'Portable Computing Language/*'
# Fuzzers have so many seconds each, and the machine for themselves.
join
[[ $failed -eq 0 ]] || finish
phase "each fuzzer for 20 s" fuzz_all
phase "a defect in a kernel, found by fuzzers" planted_defect
phase "corpora merged" fuzz/merge_test.sh build-clang
phase "fuzzers as OSS-Fuzz builds them" env CFLAGS="$clang_flags" \
  WORK="$PWD" fuzz/oss-fuzz/build_test.sh
finish
