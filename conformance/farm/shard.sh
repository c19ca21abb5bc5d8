#!/usr/bin/env bash
# One task of farm.sh's array: it runs its shard, or resumes the shard where a lost node left it.
#   shard.sh ASSAY DIR SHARDS [OPTIONS OF assay run]
set -uo pipefail

assay=$1 out=$2/shard-$SLURM_ARRAY_TASK_ID shards=$3
shift 3
echo "shard $SLURM_ARRAY_TASK_ID/$shards on $(hostname) (${SLURMD_NODENAME-?}), start ${SLURM_RESTART_COUNT-0}"
if [[ -e $out/checkpoint.json ]]; then
  command=("$assay" run --resume "$out")
else
  # A node that was lost before the first checkpoint may have left a part of this folder.
  rm -rf "$out"
  command=("$assay" run --shard "$SLURM_ARRAY_TASK_ID/$shards" --out "$out" "$@")
fi
# Slurm sends SIGTERM when the job shall end. assay then writes a complete report of what it did.
"${command[@]}" &
trap 'kill -TERM $!' TERM
wait $!
status=$?
while kill -0 $! 2> /dev/null; do
  wait $!
  status=$?
done
echo "shard $SLURM_ARRAY_TASK_ID/$shards: exit code $status"
# The merge judges divergences and skips, so the task passes with them. It fails only where the shard
# could not be run.
[[ $status -eq 2 || $status -gt 3 ]] && exit "$status"
exit 0
