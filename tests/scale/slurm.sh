#!/usr/bin/env bash
# tests/scale/slurm.sh COMMAND...: runs COMMAND in a Slurm of this one machine, made for it and taken down after it.
# Needs root and Debian's slurm-wlm and munge; everything it writes is in a folder of its own.
set -euo pipefail
[ $# -gt 0 ] || { sed -n '2,3s/^# //p' "$0" >&2; exit 2; }
[ "$(id -u)" -eq 0 ] || { echo "slurm.sh: needs root" >&2; exit 3; }
for name in munged slurmctld slurmd sbatch; do
    command -v "$name" >/dev/null || { echo "slurm.sh: $name is missing (slurm-wlm, munge)" >&2; exit 3; }
done

folder=$(mktemp -d)
chmod 755 "$folder"
pids=()
down() {
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    for pid in "${pids[@]}"; do wait "$pid" 2>/dev/null || true; done
    rm -rf "$folder"
}
trap down EXIT

host=$(hostname -s)
mkdir -p "$folder"/{munge,state,spool}
head -c 1024 /dev/urandom >"$folder/munge/key"
chown -R munge "$folder/munge"
chmod 400 "$folder/munge/key"
chmod 755 "$folder/munge"
runuser -u munge -- munged --foreground --key-file "$folder/munge/key" --socket "$folder/munge/socket" \
    --pid-file "$folder/munge/pid" --log-file "$folder/munge/log" --seed-file "$folder/munge/seed" >"$folder/munged.log" 2>&1 &
pids+=($!)

# Ports of its own, so that it is in nobody's way.
port=$((20000 + $$ % 20000 * 2))
cat >"$folder/slurm.conf" <<CONF
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=1,batch_sched_delay=0
MinJobAge=3600
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$folder/slurm.conf
slurmctld -D >"$folder/slurmctld.log" 2>&1 &
pids+=($!)
slurmd -D >"$folder/slurmd.log" 2>&1 &
pids+=($!)
for _ in $(seq 60); do
    [ "$(sinfo -h -o %t 2>/dev/null)" != idle ] || break
    sleep 1
done
if [ "$(sinfo -h -o %t)" != idle ]; then
    echo "slurm.sh: the machine is not ready" >&2
    tail -n 20 "$folder"/*.log >&2
    exit 3
fi
"$@"
