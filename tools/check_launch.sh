#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# `tutti launch` with real services: a training that is preempted once, from beginning to end; one
# whose launcher is killed and goes on; one that is taken down.
# Usage: check_launch.sh TUTTI ssh|slurm. ssh starts an sshd on 127.0.0.1 and needs openssh-server,
# openssh-client and rsync (Debian's names); slurm needs a cluster that sbatch of this machine
# reaches, whose nodes see this machine's temporary folder, and rsync.
# Exit codes: 0 all is as it should be, 1 it is not, 2 something is missing.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
usage="usage: check_launch.sh TUTTI ssh|slurm"
tutti=$(realpath "${1:?$usage}")
kind=${2:?$usage}

need() {
  local client
  for client in "$@"; do
    command -v "$client" >/dev/null || { echo "$client is missing" >&2; exit 2; }
  done
}

folder=$(mktemp -d)
end() {
  [[ -z ${SSH_AGENT_PID:-} || ! -f $folder/sshd.pid ]] || kill "$SSH_AGENT_PID"
  [[ ! -f $folder/sshd.pid ]] || kill "$(cat "$folder/sshd.pid")"
  [[ -z ${port:-} ]] || ssh-keygen -q -R "[127.0.0.1]:$port" 2>/dev/null || true
  rm -rf "$folder"
}
trap end EXIT

start_sshd() {
  need /usr/sbin/sshd ssh rsync ssh-agent
  port=$((20000 + RANDOM % 20000))
  ssh-keygen -q -t ed25519 -N '' -f "$folder/host_key"
  ssh-keygen -q -t ed25519 -N '' -f "$folder/key"
  eval "$(ssh-agent)" >/dev/null
  ssh-add -q "$folder/key"
  [[ $(id -u) != 0 ]] || mkdir -p /run/sshd
  /usr/sbin/sshd -f /dev/null -p "$port" -h "$folder/host_key" -o ListenAddress=127.0.0.1 \
    -o AuthorizedKeysFile="$folder/key.pub" -o StrictModes=no -o PidFile="$folder/sshd.pid" \
    -o UsePAM=no -o PermitRootLogin=yes -E "$folder/sshd.log"
}

case $kind in
  ssh)
    start_sshd
    target="{kind: ssh, host: $(id -un)@127.0.0.1, port: $port, folder: $folder/there}"
    preempt() { kill -TERM "$(cat "$folder/there/$1/attempt-1/child")"; }
    ;;
  slurm)
    need sbatch scancel squeue rsync
    target="{kind: slurm, folder: $folder/there}"
    preempt() { scancel --signal=TERM --batch --name="tutti-$1"; }
    ;;
  *)
    echo "$usage" >&2
    exit 2
    ;;
esac
printf 'targets:\n  here: %s\n' "$target" >"$folder/targets.yaml"
launch=("$tutti" launch --targets "$folder/targets.yaml" --jobs_dir "$folder/jobs"
        --look_seconds 0.5)
train=(train --model_name_or_path "$root/examples/quickstart/tiny_bert" --do_train
       --allow_missing_tensors --train_file "$root/examples/quickstart/train.json"
       --per_device_train_batch_size 4
       --max_train_samples 300 --max_steps 150 --save_steps 25 --logging_steps 50)

fail() { echo "check_launch: $*" >&2; exit 1; }
await_checkpoint() {  # NAME: until it has one there
  for _ in $(seq 600); do
    compgen -G "$folder/there/$1/output/checkpoint-*" >/dev/null && return
    sleep 0.1
  done
  fail "$1: no checkpoint came"
}
expect_whole() {  # NAME
  [[ -f $folder/$1/checkpoint-150/complete.json ]] || fail "$1: the last checkpoint is missing"
  cmp "$folder/plain/model.safetensors" "$folder/$1/model.safetensors" ||
    fail "$1: another model than without a launch"
  expect_nothing "$1"
}
expect_nothing() {  # NAME
  [[ ! -e $folder/there/$1 ]] || fail "$1: its folder is still there"
  [[ $("${launch[@]}" --list) == "no job is anywhere" ]] || fail "$1: it is still in the list"
  ! pgrep -f "$folder/there" >/dev/null || fail "$1: something still runs"
}

# The same without a launch, to compare with.
"$tutti" "${train[@]}" --output_dir "$folder/plain" 2>/dev/null

"${launch[@]}" --on here --name preempted -- "${train[@]}" --output_dir "$folder/preempted" &
await_checkpoint preempted
preempt preempted
wait $! || fail "preempted: ended with code $?"
expect_whole preempted

"${launch[@]}" --on here --name killed -- "${train[@]}" --output_dir "$folder/killed" &
await_checkpoint killed
kill -KILL $!
wait $! || true
"${launch[@]}" --list | grep -q "^killed" || fail "killed: it is not in the list"
"${launch[@]}" --name killed
expect_whole killed

"${launch[@]}" --on here --name down -- "${train[@]}" --output_dir "$folder/down" &
await_checkpoint down
kill -KILL $!
wait $! || true
"${launch[@]}" --down down
compgen -G "$folder/down/checkpoint-*/complete.json" >/dev/null || fail "down: no checkpoint came"
expect_nothing down
echo "check_launch: all is as it should be"
