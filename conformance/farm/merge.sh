#!/usr/bin/env bash
# The last job of farm.sh: it merges the shards.
#   merge.sh ASSAY DIR [OPTIONS OF assay merge]
set -uo pipefail

assay=$1 folder=$2
shift 2
# An earlier try, whose node was lost, may have left a part of this folder.
rm -rf "$folder/whole"
"$assay" merge "$folder"/shard-* --out "$folder/whole" "$@"
status=$?
# The file is for scripts that cannot wait for the job.
echo "$status" > "$folder/exit-code"
exit "$status"
