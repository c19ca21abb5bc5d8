#!/usr/bin/env bash
# The last job of farm.sh: puts the shards together.
#   merge.sh ASSAY DIR [OPTIONS OF assay merge]
set -uo pipefail

assay=$1 folder=$2
shift 2
# A first try may have been lost with its node.
rm -rf "$folder/whole"
"$assay" merge "$folder"/shard-* --out "$folder/whole" "$@"
status=$?
# For those who wait for the file and not for the job.
echo "$status" > "$folder/exit-code"
exit "$status"
