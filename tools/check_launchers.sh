#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The same training on two hosts, begun in each way that users begin one: by flags on each host,
# tutti launch, OpenMPI's and MPICH's mpirun, and srun of a Slurm of two nodes. All must have the
# bits of one process.
# Usage: check_launchers.sh TUTTI CLUSTER
# CLUSTER is a program with the commands `up 2`, `down`, `run HOST CMD...`, `all CMD...`, `launch
# HOST CMD...` and `rsh NAME CMD...`: network namespaces of hosts h0 and h1, in which
# $CLUSTER_HOST is the host's number and 10.77.0.10 host 0's address. Needs root, and Debian's
# openmpi-bin, mpich, slurmctld, slurmd, slurm-client and munge.
# Exit codes: 0 all have the same bits, 1 not so, 2 something is missing.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
usage="usage: check_launchers.sh TUTTI CLUSTER"
tutti=$(realpath "${1:?$usage}")
cluster=$(realpath "${2:?$usage}")
export CLUSTER=starts  # its name: another one may be up
address=10.77.0.10
limit=60  # seconds for each training

for program in mpirun.openmpi mpiexec.mpich slurmctld slurmd srun munged; do
  command -v "$program" >/dev/null || { echo "$program is missing" >&2; exit 2; }
done

folder=$(mktemp -d)
# shellcheck disable=SC2317  # called by the trap
end() {
  "$cluster" down >/dev/null 2>&1 || true
  pkill -F "$folder/munge/pid" 2>/dev/null || true
  rm -rf "$folder"
}
trap end EXIT
"$cluster" up 2 >/dev/null
TUTTI_TOKEN=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
export TUTTI_TOKEN

train=(train --model_name_or_path "$root/examples/quickstart/tiny_bert" --do_train
       --allow_missing_tensors --train_file "$root/examples/quickstart/train.json"
       --per_device_train_batch_size 2
       --micro_batches 8 --max_train_samples 64 --max_steps 6 --save_steps 6 --threads 1 --quiet)
# shellcheck source=tools/mpi_on_hosts.sh
source "$root/tools/mpi_on_hosts.sh"

state_hash() {  # NAME
  cat "$folder/$1/checkpoint-6/"{model,optimizer}.safetensors | sha256sum | cut -c1-16
}
"$tutti" "${train[@]}" --output_dir "$folder/one" 2>/dev/null
expected=$(state_hash one)
echo "one process: $expected"

failed=0
try() {  # NAME COMMAND...
  local name=$1 found
  shift
  if timeout -k 5 "$limit" "$@" >"$folder/$name.log" 2>&1 </dev/null &&
     found=$(state_hash "$name"); then
    echo "$name: $found"
    [[ $found == "$expected" ]] && return
    echo "$name: other bits than of one process" >&2
  else
    echo "$name failed: $(tail -n 5 "$folder/$name.log")" >&2
  fi
  failed=1
}

# shellcheck disable=SC2016  # each host has its number
try flags "$cluster" all sh -c 'exec "$0" "$@" --rank "$CLUSTER_HOST"' "$tutti" "${train[@]}" \
  --output_dir "$folder/flags" --world_size 2 --master_addr "$address"
# shellcheck disable=SC2016
try launch "$cluster" all sh -c \
  'exec "$0" launch --nnodes 2 --nproc_per_node 1 --node_rank "$CLUSTER_HOST" "$@"' "$tutti" \
  --master_addr "$address" -- "${train[@]}" --output_dir "$folder/launch"
for engine in tcp mpi; do
  with_engine=("$tutti" "${train[@]}" --comm_engine "$engine" --master_addr "$address")
  try "openmpi-$engine" "${by_openmpi[@]}" "${with_engine[@]}" \
    --output_dir "$folder/openmpi-$engine"
  try "mpich-$engine" "${by_mpich[@]}" "${with_engine[@]}" --output_dir "$folder/mpich-$engine"
done

# Slurm: a daemon a host, which trust each other by munge.
munge=$folder/munge
mkdir "$munge" "$folder/slurm"
head -c 1024 /dev/urandom >"$munge/key"
chmod 600 "$munge/key"
chown -R munge:munge "$munge"
chmod 755 "$folder" "$munge"
setpriv --reuid munge --regid munge --clear-groups munged --force --key-file "$munge/key" \
  --pid-file "$munge/pid" --log-file "$munge/log" --seed-file "$munge/seed" \
  --socket "$munge/socket"
cat >"$folder/slurm.conf" <<SLURM
ClusterName=check
SlurmctldHost=h0
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$munge/socket
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
JobAcctGatherType=jobacct_gather/none
SlurmdSpoolDir=$folder/slurm/spool-%n
StateSaveLocation=$folder/slurm
SlurmctldPidFile=$folder/slurm/slurmctld.pid
SlurmdPidFile=$folder/slurm/slurmd-%n.pid
ReturnToService=2
MpiDefault=none
NodeName=h[0-1] CPUs=2
PartitionName=all Nodes=h[0-1] Default=YES State=UP
SLURM
export SLURM_CONF=$folder/slurm.conf
"$cluster" run 0 slurmctld -D >"$folder/slurmctld.log" 2>&1 &
for host in 0 1; do
  "$cluster" run "$host" slurmd -D -N "h$host" >"$folder/slurmd-$host.log" 2>&1 &
done
disown -a
for _ in $(seq 100); do
  "$cluster" run 0 sinfo -h -o '%D %t' 2>/dev/null | grep -q '^2 idle' && break
  sleep 0.2
done
try srun "$cluster" run 0 srun -N2 -n2 "$tutti" "${train[@]}" \
  --output_dir "$folder/srun"
exit "$failed"
