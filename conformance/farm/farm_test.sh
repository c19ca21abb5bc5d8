#!/usr/bin/env bash
# Tests farm.sh with a real slurmctld and real slurmds on this machine's loopback interface. A campaign
# runs in shards, and one node is killed in the middle. The result must be the same as that of one run,
# byte for byte except for times.
#   farm_test.sh ASSAY
set -euo pipefail

assay=$(realpath "$1")
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
work=$(mktemp -d /tmp/assay-farm-XXXXXX)
pids=()
finish() {
  local status=$?
  if [[ $status -ne 0 ]]; then
    echo "--- what the farm says" >&2
    tail -n 20 "$work"/log/* "$work"/farm/log/* >&2 || true
  fi
  # Kill the daemons of this farm alone, by the process ids in their files.
  for file in "$work"/run/*.pid; do
    [[ ! -s $file ]] || kill -9 "$(cat "$file")" 2> /dev/null || true
  done
  for pid in "${pids[@]}"; do kill -9 "$pid" 2> /dev/null || true; done
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT

mkdir -p "$work"/{run,log,state,spool-a,spool-b,spool-c}
chmod 755 "$work"
user=$(id -un)
host=$(hostname -s)
ctld_port=$((20000 + $$ % 10000))
export SLURM_CONF=$work/slurm.conf

# This farm has its own munge key, so that it does not touch a munge of the machine.
dd if=/dev/urandom of="$work/munge.key" bs=128 count=1 status=none
chmod 600 "$work/munge.key"
munged --key-file="$work/munge.key" --socket="$work/run/munge.sock" \
  --pid-file="$work/run/munged.pid" --log-file="$work/log/munged.log" \
  --seed-file="$work/run/munge.seed" --force

cat > "$SLURM_CONF" << CONF
ClusterName=assay
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$ctld_port
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$work/run/munge.sock,cred_expire=5
CredType=cred/munge
StateSaveLocation=$work/state
SlurmctldPidFile=$work/run/slurmctld.pid
SlurmctldLogFile=$work/log/slurmctld.log
SlurmdPidFile=$work/run/slurmd-%n.pid
SlurmdLogFile=$work/log/slurmd-%n.log
SlurmdSpoolDir=$work/spool-%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SlurmdTimeout=5
SlurmctldTimeout=10
MinJobAge=300
KillWait=2
SchedulerParameters=batch_sched_delay=1,sched_interval=1,requeue_setup_env_fail
JobRequeue=1
NodeName=a NodeHostname=$host NodeAddr=127.0.0.1 Port=$((ctld_port + 1)) CPUs=1 State=UNKNOWN
NodeName=b NodeHostname=$host NodeAddr=127.0.0.1 Port=$((ctld_port + 2)) CPUs=1 State=UNKNOWN
NodeName=c NodeHostname=$host NodeAddr=127.0.0.1 Port=$((ctld_port + 3)) CPUs=1 State=UNKNOWN
PartitionName=all Nodes=a,b,c Default=YES MaxTime=INFINITE State=UP
CONF

slurmctld -D -c > "$work/log/slurmctld.out" 2>&1 &
pids+=($!)
disown
for node in a b c; do
  slurmd -D -N "$node" > "$work/log/slurmd-$node.out" 2>&1 &
  pids+=($!)
  declare "slurmd_$node=$!"
  disown
done

# wait_for WHAT COMMAND...: waits until the command succeeds; fails after ten minutes.
wait_for() {
  for _ in $(seq 3000); do
    if "${@:2}" > /dev/null 2>&1; then return; fi
    sleep 0.2
  done
  echo "farm_test.sh: waited in vain for $1" >&2
  exit 1
}
idle_nodes() { [[ $(sinfo -h -N -t idle -o %N | wc -l) -eq 3 ]]; }
wait_for "three nodes" idle_nodes

# Each node has its own PoCL cache: a PoCL that is killed while it compiles may leave a broken cache.
cat > "$work/assay" << PROGRAM
#!/usr/bin/env bash
export POCL_CACHE_DIR=$work/pocl-\${SLURMD_NODENAME-none}
mkdir -p "\$POCL_CACHE_DIR"
exec "$assay" "\$@"
PROGRAM
chmod +x "$work/assay"

run=(--operator "gather,slice1" --cases 180000 --seed 3 --max-elements 4096 --plain --jobs 1)
"$work/assay" run "${run[@]}" --shard 1/1 --out "$work/whole" > /dev/null

"$here/farm.sh" --shards 8 --assay "$work/assay" "$work/farm" "${run[@]}"

# busy_shard: finds a shard that runs and has written a checkpoint after its first batch; sets $shard
# and $node.
busy_shard() {
  local file
  for file in "$work"/farm/shard-*/checkpoint.json; do
    shard=$(basename "$(dirname "$file")")
    [[ ! -e $work/farm/$shard/run.json ]] || continue
    grep -q '"next_batch":[1-9]' "$file" 2> /dev/null || continue
    node=$(squeue -h -t R -r -o '%K %N' | sed -n "s/^${shard#shard-} //p")
    [[ -z $node ]] || return 0
  done
  return 1
}
wait_for "a shard at work" busy_shard

# The node is lost: its slurmd, its step daemons and all processes that they started are killed at
# once, so that none can report its end.
echo "node $node is lost with $shard"
slurmd="slurmd_$node"
lost=("${!slurmd}")
for process in /proc/[0-9]*; do
  pid=${process#/proc/}
  variables=$({ tr '\0' '\n' < "$process/environ"; } 2> /dev/null) || continue
  grep -qx "SLURMD_NODENAME=$node" <<< "$variables" || continue
  grep -qx "SLURM_CONF=$SLURM_CONF" <<< "$variables" || continue
  parent=$(ps -o ppid= -p "$pid" | tr -d ' ')
  [[ $(ps -o comm= -p "$parent") != slurmstepd ]] || lost+=("$parent")
  lost+=("$pid")
done
[[ ${#lost[@]} -ge 3 ]] || { echo "farm_test.sh: nothing runs on node $node" >&2; exit 1; }
kill -9 "${lost[@]}" 2> /dev/null || true
[[ ! -e $work/farm/$shard/run.json ]] || { echo "farm_test.sh: $shard had ended" >&2; exit 1; }

merged() { [[ -s $work/farm/exit-code ]]; }
wait_for "the merge" merged
grep -q "start [1-9]" "$work/farm/log/$shard.log" ||
  { echo "farm_test.sh: $shard was not started again" >&2; exit 1; }

# same FILE COMMAND...: compares the file of both runs, after the command has removed what differs from run to run.
same() {
  cmp <("${@:2}" < "$work/whole/$1") <("${@:2}" < "$work/farm/whole/$1")
}
same results.csv cut -d, -f1,2
same failures.jsonl sed 's/,"seconds":[^,}]*//'
same run.json python3 -c '
import json, sys
run = json.load(sys.stdin)
for key in ("times", "builds", "jobs", "command", "incidents", "files", "seal"): run.pop(key)
print(json.dumps(run))'
grep -qx 0 "$work/farm/exit-code"
echo "the farm gave what one run gives"
