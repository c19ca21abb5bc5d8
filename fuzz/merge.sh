#!/usr/bin/env bash
# Minimises a corpus, or merges other corpora into it. It keeps a few small inputs that together reach
# the same code as all inputs. Inputs that stay keep their names; new ones are named by their SHA-1.
#   fuzz/merge.sh TARGET CORPUS [FROM...]
# The fuzzer is taken from build-clang, or from the folder that the variable BUILD names.
set -euo pipefail

if [[ $# -lt 2 ]]; then
  echo "usage: fuzz/merge.sh TARGET CORPUS [FROM...]" >&2
  exit 2
fi
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
fuzzer=${BUILD:-$root/build-clang}/$1_fuzzer
corpus=$2
shift 2
[[ -x $fuzzer ]] || { echo "merge.sh: $fuzzer is not there; build with clang" >&2; exit 2; }
for from in "$@"; do
  [[ -d $from ]] || { echo "merge.sh: no folder $from" >&2; exit 2; }
done
mkdir -p "$corpus"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/merged"
if ! "$fuzzer" -set_cover_merge=1 -detect_leaks=0 -artifact_prefix="$scratch/" "$scratch/merged" \
  "$corpus" "$@" > "$scratch/log" 2>&1; then
  cat "$scratch/log" >&2
  exit 1
fi
# No input is deleted before it is certain that some inputs stay.
if [[ -z $(find "$scratch/merged" -type f -print -quit) ]]; then
  echo "merge.sh: nothing would be left; $corpus stays as it is" >&2
  exit 1
fi
before=$(find "$corpus" -type f | wc -l)
find "$corpus" -type f -print0 | sort -z | xargs -0 -r sha1sum > "$scratch/old"
while read -r sum name; do
  if [[ -e $scratch/merged/$sum ]]; then
    rm "$scratch/merged/$sum"
  else
    echo "$name"
  fi
done < "$scratch/old" > "$scratch/gone"
find "$scratch/merged" -type f -exec cp -t "$corpus" {} +
while read -r name; do
  # A new input may have the name of an input that is to be deleted.
  [[ -e $scratch/merged/$(basename "$name") ]] || rm "$name"
done < "$scratch/gone"
echo "$before inputs before, $(find "$corpus" -type f | wc -l) after"
