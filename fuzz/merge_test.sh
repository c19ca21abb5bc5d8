#!/usr/bin/env bash
# Tests merge.sh with the text_fuzzer of the given build folder.
#   fuzz/merge_test.sh BUILD
set -euo pipefail

BUILD=$(realpath "$1")
export BUILD
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail() { echo "merge_test.sh: $1" >&2; exit 1; }
# Where a program's memory lies at random places, the fuzzer may count one more for the same inputs.
fixed=(setarch -R)
"${fixed[@]}" true 2> /dev/null || fixed=()
# Prints what all inputs of a folder reach, as the fuzzer counts it.
reached() { "${fixed[@]}" "$BUILD/text_fuzzer" -runs=0 "$1" 2>&1 | sed -n 's/.*INITED.* ft: \([0-9]*\).*/\1/p'; }

seeds=$here/corpus/text
mkdir mine theirs
cp "$seeds"/gather-* mine
cp "$seeds"/gather-01.case mine/again.case
cp "$seeds"/slice1-* theirs
cp -r mine all
cp theirs/* all

"$here/merge.sh" text mine theirs > said
[[ $(reached mine) -ge $(reached all) ]] || fail "less is reached than before"
[[ $(find mine -type f | wc -l) -lt $(find all -type f | wc -l) ]] || fail "nothing was left out"
[[ -n $(find mine -name 'gather-*' -print -quit) ]] || fail "inputs lost their names"
[[ $(find theirs -type f | wc -l) -eq $(find "$seeds" -name 'slice1-*' | wc -l) ]] ||
  fail "a corpus that was only read has changed"
grep -q "inputs before, $(find mine -type f | wc -l) after" said || fail "said: $(cat said)"

# Minimising once more changes nothing.
ls mine > once
"$here/merge.sh" text mine > /dev/null
ls mine > twice
cmp once twice || fail "a second time is not like the first"

# If no input would be left, the corpus stays as it is.
mkdir none
: > none/empty
if "$here/merge.sh" text none 2> /dev/null; then fail "a corpus of nothing was minimised"; fi
[[ -e none/empty ]] || fail "a corpus of nothing was emptied"
status=0
"$here/merge.sh" nothing none 2> /dev/null || status=$?
[[ $status -eq 2 ]] || fail "a target that is not there: exit status $status"
