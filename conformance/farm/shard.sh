#!/usr/bin/env bash
# One task of farm.sh's array: runs its shard, or goes on with it where an earlier node left it.
#   shard.sh ASSAY DIR SHARDS [OPTIONS OF assay run]
set -uo pipefail

assay=$1 out=$2/shard-$SLURM_ARRAY_TASK_ID shards=$3
shift 3
echo "shard $SLURM_ARRAY_TASK_ID/$shards on $(hostname) (${SLURMD_NODENAME-?}), start ${SLURM_RESTART_COUNT-0}"
if [[ -e $out/checkpoint.json ]]; then
  command=("$assay" run --resume "$out")
else
  # A node may be lost before its first checkpoint.
  rm -rf "$out"
  command=("$assay" run --shard "$SLURM_ARRAY_TASK_ID/$shards" --out "$out" "$@")
fi
# Slurm asks for an end by SIGTERM: assay then leaves a complete report of what it did.
"${command[@]}" &
trap 'kill -TERM $!' TERM
wait $!
status=$?
while kill -0 $! 2> /dev/null; do
  wait $!
  status=$?
done
echo "shard $SLURM_ARRAY_TASK_ID/$shards: exit code $status"
# Divergences and skips are the merge's to judge; what could not be run is a failed task.
[[ $status -eq 2 || $status -gt 3 ]] && exit "$status"
exit 0
