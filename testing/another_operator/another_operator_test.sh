#!/usr/bin/env bash
# Tests that a new operator needs three files and no other change. The files are added to a copy of the
# tree. There the specs fit their schema, the program builds, the tests of the code that reads specs,
# oracles and kernels pass, with the new operator among those that they take, and a campaign finds no
# divergence. The three files of the tutorial (docs/operators.md) take the place of the tree's own of that
# operator, and must do the same, as must the files that `assay new` writes.
#   another_operator_test.sh PROGRAM
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
program=$(realpath "$1")
name=invented_complement
copy=$(mktemp -d)/copy
trap 'rm -rf "$(dirname "$copy")"' EXIT
mkdir "$copy"
# Files that were deleted and are still in the index are left out.
git -C "$root" ls-files --cached --others --exclude-standard -z |
  tar --directory "$root" --null --files-from - --ignore-failed-read --create | tar --directory "$copy" --extract

cp "$here/$name.json" "$copy/specs/operators/"
cp "$here/$name.cpp" "$copy/ops/oracles/"
cp "$here/$name.cl" "$copy/opencl/kernels/"

tutorial=reverse_subsequences
find "$copy" -name "$tutorial*" -delete
awk '/^\$ cat > .* << .END.$/ { sub(/^\$ /, ""); inside = 1 } inside { print } /^END$/ { inside = 0 }' \
  "$copy/docs/operators.md" | (cd "$copy" && bash -eu)
test "$(find "$copy" -name "$tutorial*" | wc -l)" = 3

made="invented_copy invented_power"
"$program" new invented_copy --tree "$copy"
"$program" new invented_power --tree "$copy" --family unary
/usr/bin/python3 "$copy/specs/schema_test.py"

# With these settings, and the CXXFLAGS of the original tree's build, the compiler cache finds most objects of it.
export CCACHE_BASEDIR=$copy CCACHE_NOHASHDIR=1
cmake -S "$copy" -B "$copy/build" -G Ninja -DASSAY_TESTS=ON -DCMAKE_UNITY_BUILD=ON
# The other programs hold no code that a new operator changes.
cmake --build "$copy/build" --target assay ops_tests specs_tests opencl_tests conformance_tests testing_tests
"$copy/build/assay" list | grep -w "$name" > /dev/null
# A suite can notice a new operator only where its file loads specs or kernels, or reads the tree's folders. The
# tests of the command line run the program on cases of their own, so they are left out.
suites=$(cd "$copy" && grep -rlE 'some_specs|some_operators|[cC]atalogue|load_kernels|source_folder' \
  --include='*_test.cpp' ops specs opencl conformance testing |
  xargs sed -nE 's/^(TEST|TEST_F|TEST_P|RC_GTEST_PROP|RC_GTEST_FIXTURE_PROP)\((\w+),.*/\2/p' | sort -u | paste -sd '|')
ASSAY_TEST_OPERATOR=$name ctest --test-dir "$copy/build" --output-on-failure --no-tests=error \
  --timeout 1800 --tests-regex "\.(.*/)?($suites)\$" \
  --label-regex '^(ops|specs|opencl|conformance|testing)$' \
  --label-exclude '^(slow|by-hand)$' --parallel "$(nproc)"
"$copy/build/assay" run --operator "$name" --cases 20000
"$copy/build/assay" run --operator "$tutorial,${made// /,}" --cases 5000
