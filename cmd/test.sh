#!/usr/bin/env bash
# All tests, in order, up to the first that fails. With --quick only the format, the build with g++
# and its tests. The last line counts CTest's tests over all builds and each other phase as one.
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
# PoCL finds no program of an earlier run.
export POCL_CACHE_DIR=$scratch/pocl
mkdir "$POCL_CACHE_DIR"
# Builds in different folders with the same flags share what they compile.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1

passed=0
failed=0

finish() {
  echo "$passed passed, $failed failed"
  [[ $failed -eq 0 && $passed -gt 0 ]]
  exit
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
  echo "   $((SECONDS - start)) s"
}

# The selftest runs a campaign under each of the planted faults, with time limits that ask for a quiet
# machine (that each fault is seen on a case of its own is in the tests): it is run by hand, as
# `build/assay selftest` or `ctest -R '^Selftest'`.
by_hand='^Selftest'

# ctests WHAT FOLDER [LABELS]: as many checks as the build in the folder has tests. A test that was skipped
# or is disabled did not pass.
ctests() {
  echo "== $1"
  local start=$SECONDS status=0 junit=$scratch/junit.xml
  rm -f "$junit"
  ctest --test-dir "$2" --output-on-failure --no-tests=error --timeout 1800 \
    --exclude-regex "$by_hand" --label-regex "${3-.}" \
    --parallel "$(nproc)" --output-junit "$junit" > "$log" 2>&1 || status=$?
  local tests failures skipped=0 key
  tests=$(count tests) failures=$(count failures)
  for key in skipped disabled; do skipped=$((skipped + $(count $key))); done
  passed=$((passed + tests - failures - skipped)) failed=$((failed + failures))
  if [[ $status -ne 0 || $tests -eq 0 ]]; then
    cat "$log"
    echo "test.sh: failed: $1"
    [[ $failures -gt 0 ]] || failed=$((failed + 1))
    finish
  fi
  [[ $skipped -eq 0 ]] || echo "   $skipped skipped"
  echo "   $((SECONDS - start)) s"
}

# count KEY: an attribute of the suite in CTest's report, 0 where there is none.
count() {
  local number
  number=$(sed -n "s/^[[:space:]]*$1=\"\([0-9]*\)\".*/\1/p" "$junit" 2> /dev/null | head -n 1)
  echo "${number:-0}"
}

# build FOLDER CC CXX TARGETS OPTIONS...
build() {
  # shellcheck disable=SC2086 # TARGETS are words
  CC=$2 CXX=$3 cmake -S . -B "$1" -G Ninja -DASSAY_TESTS=ON "${@:5}" &&
    cmake --build "$1" --target $4
}

# The rooms whose tests run under the sanitizers, and the fuzzers.
sanitized="ops specs opencl"
fuzzers="case text spec rules kernel"

# Clang's warnings for what is not in the build with sanitizers.
clang_warnings() {
  /usr/bin/python3 - build/compile_commands.json << 'EOF' |
import json, re, sys
for entry in json.load(open(sys.argv[1])):
    if re.search(r"/(cmd|opencl/layer)/|/conformance/.*_test|/fuzz/replay", entry["file"]):
        print(re.sub(r"^\S*ccache \S+|^\S+", "clang++-19", entry["command"].split(" -o ")[0], 1),
              "-fsyntax-only", entry["file"])
EOF
    xargs -d '\n' -P "$(nproc)" -n 1 bash -c
}

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
  local target folder=$scratch/planted
  mkdir "$folder"
  sed 's/\] = InputTensor\[gathered_from/] = ~InputTensor[gathered_from/' opencl/kernels/gather.cl \
    > "$folder/gather.cl"
  for target in case kernel; do
    mkdir "$folder/$target"
    ! ASSAY_KERNELS=$folder "build-clang/${target}_fuzzer" -max_total_time=120 -detect_leaks=0 \
      -artifact_prefix="$folder/$target/" "$folder/$target" "fuzz/corpus/$target" || return 1
    compgen -G "$folder/$target/crash-*" || return 1
  done
}

phase "format" format
phase "build with g++" build build gcc g++ all -DCMAKE_COMPILE_WARNING_AS_ERROR=ON
ctests "tests" build
[[ -z $quick ]] || finish

phase "specs against their schemas" /usr/bin/python3 specs/schema_test.py
phase "waivers against their schema" /usr/bin/python3 conformance/gate/waivers_schema_test.py build/assay
phase "a farm of Slurm, a node lost" conformance/farm/farm_test.sh build/assay
# PoCL and LLVM keep what they allocate until the end. Tests are listed while they are built, so
# the build needs these, too.
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1
# One build for three uses: clang's warnings, sanitized tests, fuzzers. OSS-Fuzz's script builds with
# the same flags, so that ccache has it all.
clang_flags="-Werror -O1 -g1 -fsanitize=fuzzer-no-link -fsanitize=address,undefined -fno-sanitize-recover=all"
phase "build with clang++ and sanitizers" build build-clang clang-19 clang++-19 \
  "${sanitized// /_tests }_tests ${fuzzers// /_fuzzer }_fuzzer" -DASSAY_FUZZ=ON \
  -DASSAY_FUZZ_ENGINE="-fsanitize=fuzzer" -DCMAKE_BUILD_TYPE=None \
  -DCMAKE_C_FLAGS="$clang_flags" -DCMAKE_CXX_FLAGS="$clang_flags"
phase "warnings of clang++" clang_warnings
ctests "tests with sanitizers" build-clang "^(${sanitized// /|})$"

phase "reports read by others" build/venv/bin/python conformance/report/report_formats_test.py
phase "the page in a browser" build/venv/bin/python conformance/report/page/page_test.py
phase "Debian package" cmd/package_test.sh build
phase "files for CI systems" build/venv/bin/python cmd/ci/ci_test.py
phase "campaign on PoCL" build/assay run --cases 20000 --device 'Portable Computing Language/*'
phase "the smoke plan on PoCL" build/assay run --plan smoke --device 'Portable Computing Language/*'
phase "campaign on Oclgrind, with data races" oclgrind_campaign
phase "each fuzzer for 20 s" fuzz_all
phase "a defect in a kernel, found by fuzzers" planted_defect
phase "corpora merged" fuzz/merge_test.sh build-clang
phase "fuzzers as OSS-Fuzz builds them" env CFLAGS="$clang_flags" \
  WORK="$PWD" fuzz/oss-fuzz/build_test.sh
finish
