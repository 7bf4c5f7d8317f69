#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures and tries several processes on several hosts, which a tool emulates on this machine.
#
#   hosts.sh CLUSTER BUILD MODEL TRAIN_FILE [RATE]
#
# CLUSTER is a program with the commands `can`, `up N --rate R`, `run HOST CMD...`, `all CMD...`,
# `launch HOST CMD...`, whose CMD begins commands on others by `rsh hN CMD...`, and `down`: network
# namespaces with links of a given rate (1gbit where RATE is not given). In them, $CLUSTER_HOST is a
# host's number and 10.77.0.10 host 0's address. BUILD is the build folder. MODEL is a model's
# folder and TRAIN_FILE what it is trained on.
#
# Prints iperf3's rate of the link before and after, the rate of sums over two hosts by TCP, by Gloo
# and by the MPIs that are installed, and whether a training on two hosts has the bits of one. Exit
# codes: 0 it has, 1 it has not, 2 wrong usage, 77 this machine cannot emulate hosts.
set -euo pipefail

if (($# < 4)); then
  sed -n '3,/^set /{/^set /d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}" >&2
  exit 2
fi
readonly cluster=$1 build=$2 model=$3 train_file=$4 rate=${5:-1gbit}
readonly address=10.77.0.10

lacks=$("$cluster" can | grep -E '^ *NO +(root|namespaces|veth|--rate)' || true)
if [[ -n $lacks ]]; then
  echo "skipped: this machine cannot emulate hosts:" "$lacks" >&2
  exit 77
fi

folder=$(mktemp -d)
end() {
  "$cluster" down >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap end EXIT
"$cluster" up 2 --rate "$rate" >&2
TUTTI_TOKEN=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
export TUTTI_TOKEN

link_rate() {  # of both directions at once, in Gb/s
  command -v iperf3 >/dev/null || return 0
  "$cluster" run 0 iperf3 --server --one-off --daemon >/dev/null
  sleep 0.5
  "$cluster" run 1 iperf3 --client "$address" --bidir --time 3 --json | python3 -c '
import json, sys
end = json.load(sys.stdin)["end"]
names = ("sum_received", "sum_received_bidir_reverse")
rates = tuple(end[name]["bits_per_second"] / 1e9 for name in names)
print("iperf3 --bidir: %.3f and %.3f Gb/s" % rates)'
}

# What a host runs: OUTPUT FLAGS...
cat > "$folder/train" <<TRAIN
#!/bin/sh
exec "$build/tutti" train --model_name_or_path "$model" --train_file "$train_file" --do_train \\
  --max_train_samples 200 --max_seq_length 384 --per_device_train_batch_size 2 --micro_batches 8 \\
  --max_steps 6 --save_steps 6 --precision f32 --threads 1 --report_to none --output_dir "\$@"
TRAIN
chmod +x "$folder/train"

state_hash() {  # OUTPUT
  cat "$1"/checkpoint-6/{model,optimizer}.safetensors | sha256sum | cut -c1-16
}

link_rate
for engine in tcp gloo; do
  echo "by $engine:"
  # shellcheck disable=SC2016  # each host has its number
  "$cluster" all sh -c 'exec "$0" benchmark --collectives --rank "$CLUSTER_HOST" "$@"' \
    "$build/tutti" --world_size 2 --master_addr "$address" --comm_engine "$engine"
done
# shellcheck source=tools/mpi_on_hosts.sh
source "$(dirname "${BASH_SOURCE[0]}")/../tools/mpi_on_hosts.sh"
collectives_by_mpi() {  # PROGRAM COMMAND...: a launcher of MPI, and how it starts two processes
  command -v "$1" >/dev/null || return 0
  echo "by $1:"
  "${@:2}" "$build/tutti" benchmark --collectives --comm_engine mpi --master_addr "$address"
}
collectives_by_mpi mpirun.openmpi "${by_openmpi[@]}"
collectives_by_mpi mpiexec.mpich "${by_mpich[@]}"
link_rate

"$cluster" run 0 "$folder/train" "$folder/one"
for shares in 4,4 5,3; do
  # shellcheck disable=SC2016
  "$cluster" all sh -c 'exec "$0" "$@" --rank "$CLUSTER_HOST"' "$folder/train" "$folder/$shares" \
    --world_size 2 --master_addr "$address" --shares "$shares"
done
expected=$(state_hash "$folder/one")
for shares in 4,4 5,3; do
  found=$(state_hash "$folder/$shares")
  echo "state after training on two hosts, shares $shares: $found; on one: $expected"
  [[ $found == "$expected" ]] || exit 1
done
