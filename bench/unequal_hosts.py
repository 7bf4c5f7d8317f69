#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures `--shares auto` on two hosts of which one is slower, emulated on this machine.

    unequal_hosts.py CLUSTER PROGRAM MODEL TRAIN_FILE [--speeds 0.5,0.25,0.125] [--steps N]
                     [--micro_batches N] [--rate R]

CLUSTER is a program with the commands `up N --rate R --cpu F`, `set HOST --cpu F`,
`run HOST CMD...` and `down`: network namespaces with links of a given rate and limits of processor
time. 10.77.0.10 is host 0's address. PROGRAM is tutti, MODEL a model's folder and TRAIN_FILE what
it is trained on.

Host 0 has one core and host 1 each of the speeds in turn, as a share of a core. Prints for each:
the rate of both together against the sum of what each does alone, in the same minutes; the shares,
how often they changed and before which step for the last time; and whether the bits are those of
one host. Exit codes: 0 they are, 1 they are not, 2 wrong usage.
"""

import argparse
import hashlib
import json
import os
import pathlib
import secrets
import subprocess
import sys
import tempfile

from emulated_hosts import emulated_hosts

PORT = "29511"


def train_words(arguments, output, more):
    return [arguments.program, "train", "--model_name_or_path", arguments.model, "--train_file",
            arguments.train_file, "--do_train", "--max_seq_length", "128", "--doc_stride", "32",
            "--max_train_samples", "400", "--precision", "f32", "--per_device_train_batch_size",
            "1", "--micro_batches", str(arguments.micro_batches), "--max_steps",
            str(arguments.steps), "--save_steps", str(arguments.steps), "--logging_steps", "1",
            "--threads", "1", "--output_dir", str(output), *more]


def on_host(arguments, host, words):
    return subprocess.Popen([arguments.cluster, "run", str(host), *words],
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def ended(processes):
    texts = [process.communicate()[1] for process in processes]
    for process, text in zip(processes, texts):
        if process.returncode != 0:
            sys.exit(f"a training ended with code {process.returncode}: {text[-2000:]}")


def lines_of(output):
    lines = [json.loads(line) for line in (output / "metrics.jsonl").read_text().splitlines()]
    return [line for line in lines if line["phase"] == "train"]


def rate(lines):
    """Samples per second in the second half of the steps, when shares have settled."""
    first, last = lines[len(lines) // 2], lines[-1]
    return (last["samples"] - first["samples"]) / (last["time"] - first["time"])


def state_hash(arguments, output):
    digest = hashlib.sha256()
    for name in ("model.safetensors", "optimizer.safetensors"):
        digest.update((output / f"checkpoint-{arguments.steps}" / name).read_bytes())
    return digest.hexdigest()[:16]


def measure(arguments, folder, speed):
    subprocess.run([arguments.cluster, "set", "1", "--cpu", str(speed)], check=True,
                   stdout=subprocess.DEVNULL)
    alone = []
    for host in (0, 1):
        output = folder / f"alone{host}-{speed}"
        ended([on_host(arguments, host, train_words(arguments, output, []))])
        alone.append(rate(lines_of(output)))
    both = folder / f"both-{speed}"
    ended([on_host(arguments, rank, train_words(arguments, both, [
        "--rank", str(rank), "--world_size", "2", "--master_addr", "10.77.0.10", "--master_port",
        PORT, "--shares", "auto"])) for rank in (0, 1)])
    lines = lines_of(both)
    shares = [tuple(line[f"world/micro_batches/rank_{rank}"] for rank in (0, 1)) for line in lines]
    changes = [k for k in range(1, len(shares)) if shares[k] != shares[k - 1]]
    same = state_hash(arguments, both) == state_hash(arguments, folder / f"alone0-{speed}")
    print(f"host 1 at {speed:g}: {rate(lines):.2f} samples/s, alone {alone[0]:.2f} and "
          f"{alone[1]:.2f}: {rate(lines) / sum(alone):.1%} of their sum; shares "
          f"{shares[-1][0]}:{shares[-1][1]}, changed {len(changes)} times, last before step "
          f"{changes[-1] + 1 if changes else 1}; bits {'as' if same else 'NOT AS'} of one host",
          flush=True)
    return same


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    for name in ("cluster", "program", "model", "train_file"):
        parser.add_argument(name)
    parser.add_argument("--speeds", default="0.5,0.25,0.125")
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--micro_batches", type=int, default=32)
    parser.add_argument("--rate", default="1gbit")
    arguments = parser.parse_args()
    os.environ["TUTTI_TOKEN"] = secrets.token_hex(16)
    with (emulated_hosts(arguments.cluster, 2, arguments.rate),
          tempfile.TemporaryDirectory() as name):
        good = [measure(arguments, pathlib.Path(name), float(speed))
                for speed in arguments.speeds.split(",")]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
