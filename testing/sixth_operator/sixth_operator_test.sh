#!/usr/bin/env bash
# Tests that a new operator needs three files and no other change. The files are added to a copy of the
# tree. There the specs fit their schema, the program builds, the quick tests pass, and a campaign finds
# no divergence.
#   sixth_operator_test.sh
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
name=element_wise_bit_not
copy=$(mktemp -d)/copy
trap 'rm -rf "$(dirname "$copy")"' EXIT
mkdir "$copy"
git -C "$root" ls-files --cached --others --exclude-standard -z |
  (cd "$root" && xargs -0 -I{} sh -c 'test ! -e "$1" || cp --parents -P "$1" "$2"' _ {} "$copy")

cp "$here/$name.json" "$copy/specs/operators/"
cp "$here/$name.cpp" "$copy/ops/oracles/"
cp "$here/$name.cl" "$copy/opencl/kernels/"
/usr/bin/python3 "$copy/specs/schema_test.py"

# With these settings the compiler cache finds most objects of the original tree.
export CCACHE_BASEDIR=$copy CCACHE_NOHASHDIR=1
cmake -S "$copy" -B "$copy/build" -G Ninja -DASSAY_TESTS=ON -DCMAKE_UNITY_BUILD=ON \
  -DCMAKE_COMPILE_WARNING_AS_ERROR=ON
cmake --build "$copy/build"
"$copy/build/assay" list | grep -x "$name" > /dev/null
# Tests over all operators include the new one.
ctest --test-dir "$copy/build" --output-on-failure --no-tests=error --timeout 1800 \
  --label-exclude '^(slow|by-hand)$' --parallel "$(nproc)"
"$copy/build/assay" run --operator "$name" --cases 20000
