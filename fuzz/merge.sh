#!/usr/bin/env bash
# Minimises a corpus, or merges others into it: keeps of all inputs the fewest and smallest that
# reach all that they reach together.
#   fuzz/merge.sh TARGET CORPUS [FROM...]
# The fuzzer is that of build-clang, or of the folder BUILD.
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
mkdir -p "$corpus"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/merged"
if ! "$fuzzer" -merge=1 -detect_leaks=0 "$scratch/merged" "$corpus" "$@" > "$scratch/log" 2>&1; then
  cat "$scratch/log" >&2
  exit 1
fi
before=$(find "$corpus" -type f | wc -l)
find "$corpus" -type f -delete
cp "$scratch"/merged/* "$corpus"
echo "$before inputs before, $(find "$corpus" -type f | wc -l) after"
