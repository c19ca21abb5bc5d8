#!/usr/bin/env bash
# Runs a campaign on the machines of a Slurm farm: an array of jobs, one for each shard, and then a job
# that merges the shards. Each shard has its own run folder, on a file system that all nodes share.
#
#   farm.sh [--shards N] [--sbatch 'OPTIONS'] [--merge 'OPTIONS'] [--assay PROGRAM] DIR [OPTIONS OF assay run]
#   farm.sh --shards 64 --sbatch '--gres=gpu:1' --merge '--waivers known.json' nightly --plan full
#
# The jobs write DIR/shard-I, DIR/whole and DIR/log; the script prints the numbers of both jobs. When a
# node is lost, Slurm requeues its shard, which goes on from its checkpoint (`assay run --resume`). The
# merge runs even where shards failed. Its exit code is the campaign's: 0, 1 (divergences), 2, or 3 (a
# shard is missing).
set -euo pipefail

fail() {
  echo "farm.sh: $1" >&2
  exit 2
}

usage="usage: farm.sh [--shards N] [--sbatch 'OPTIONS'] [--merge 'OPTIONS'] [--assay PROGRAM] DIR [OPTIONS OF assay run]"
shards=8 sbatch_options=() merge_options=() assay=$(command -v assay || true)
while [[ $# -gt 0 ]]; do
  case $1 in
    --shards | --sbatch | --merge | --assay) [[ $# -ge 2 ]] || fail "$1 needs a value ($usage)" ;;&
    --shards) shards=$2; shift 2 ;;
    --sbatch) read -ra sbatch_options <<< "$2"; shift 2 ;;
    --merge) read -ra merge_options <<< "$2"; shift 2 ;;
    --assay) assay=$2; shift 2 ;;
    -h | --help) echo "$usage"; exit 0 ;;
    -*) fail "no option $1 ($usage)" ;;
    *) break ;;
  esac
done
[[ $# -gt 0 ]] || fail "$usage"
[[ $shards =~ ^[1-9][0-9]*$ ]] || fail "--shards $shards: is no number of shards"
command -v sbatch > /dev/null || fail "no sbatch: Slurm is not installed here"
[[ -x $assay ]] || fail "no assay program: give --assay PROGRAM"
assay=$(realpath "$assay")
mkdir -p "$1/log"
folder=$(realpath "$1")
shift
for old in "$folder"/shard-* "$folder/whole"; do
  [[ ! -e $old ]] || fail "$folder: holds a campaign already"
done
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")

array=$(sbatch --parsable --array="1-$shards" --requeue --open-mode=append \
  --output="$folder/log/shard-%a.log" "${sbatch_options[@]}" \
  "$here/shard.sh" "$assay" "$folder" "$shards" "$@")
merge=$(sbatch --parsable --dependency="afterany:$array" --requeue --open-mode=append \
  --output="$folder/log/merge.log" "${sbatch_options[@]}" \
  "$here/merge.sh" "$assay" "$folder" "${merge_options[@]}")
echo "shards $array merge $merge"
