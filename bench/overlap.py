#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how much of the communication of two hosts is hidden behind their backward passes.

    overlap.py CLUSTER MODEL TRAIN_FILE PROGRAM... [--shares 8:8,10:6] [--rate 1gbit] [--steps N]

CLUSTER is a program with the commands `up N --rate R --cpu F`, `set HOST --cpu F`, `run HOST
CMD...` and `down`: network namespaces with links of a given rate. 10.77.0.10 is host 0's address.
MODEL is a model's folder, TRAIN_FILE what it is trained on, and PROGRAM tutti: several, as before
and after a change, are measured in turn in the same minutes.

Prints for each shares and program: the seconds of a step and of a micro-batch, about two thirds of
which are its backward pass, and only that of the last micro-batch can hide communication; the bytes
that a host sends in a step and the seconds for which they fill the link; the seconds for which the
process that computes longest still waits in a step after it has computed, which is the
communication that is exposed; and the share of the communication that is not. A process that is
done earlier waits for the other one as well, so only the shorter wait of the two counts: host 0 has
0.9 processors, so that with equal shares it is the last one in each step. Exit code 2: wrong usage.
"""

import argparse
import json
import os
import pathlib
import re
import secrets
import subprocess
import sys
import tempfile

from emulated_hosts import emulated_hosts

PORT = "29512"
UNITS = {"mbit": 1e6, "gbit": 1e9}
COUNTERS = "/proc/self/net/dev"  # of a host's interfaces
BYTES_SENT = 9  # the column after the interface's name


def on_host(arguments, host, words):
    return subprocess.Popen([arguments.cluster, "run", str(host), *words],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def sent_bytes(arguments):
    def of_host(host):
        text = on_host(arguments, host, ["cat", COUNTERS]).communicate()[0]
        return int(re.search(r"eth0:\s*(.*)", text).group(1).split()[BYTES_SENT - 1])
    return [of_host(host) for host in (0, 1)]


def train(arguments, program, shares, output):
    words = [program, "train", "--model_name_or_path", arguments.model, "--train_file",
             arguments.train_file, "--do_train", "--max_seq_length", "384", "--doc_stride", "128",
             "--max_train_samples", "400", "--precision", "f32", "--per_device_train_batch_size",
             str(arguments.batch), "--micro_batches", str(sum(map(int, shares))), "--max_steps",
             str(arguments.steps), "--save_strategy", "no", "--logging_steps", "1",
             "--threads", "1", "--allow_missing_tensors", "--output_dir", str(output),
             "--world_size", "2", "--master_addr", "10.77.0.10", "--master_port", PORT,
             "--shares", ",".join(shares)]
    processes = [on_host(arguments, rank, [*words, "--rank", str(rank)]) for rank in (0, 1)]
    errors = [process.communicate()[1] for process in processes]
    for process, text in zip(processes, errors):
        if process.returncode != 0:
            sys.exit(f"a training ended with code {process.returncode}: {text[-2000:]}")
    lines = (output / "metrics.jsonl").read_text().splitlines()
    return [line for line in map(json.loads, lines) if line["phase"] == "train"]


def measure(arguments, program, shares, folder):
    before = sent_bytes(arguments)
    lines = train(arguments, program, shares, folder)
    sent = max(b - a for a, b in zip(before, sent_bytes(arguments))) / arguments.steps
    line_seconds = 8 * sent / rate_of(arguments.rate)
    step_seconds = (lines[-1]["time"] - lines[0]["time"]) / (len(lines) - 1)
    waits = [lines[-1][f"world/waiting/rank_{rank}"] * step_seconds for rank in (0, 1)]
    exposed = min(waits)
    told = ", ".join(f"{what} {lines[-1][key] * step_seconds:.3f}" for what, key in (
        (f"{kind} at rank {rank}", f"world/{kind}_communication/rank_{rank}")
        for kind in ("hidden", "exposed") for rank in (0, 1)) if key in lines[-1])
    print(f"shares {':'.join(shares)}, {program}: a step takes {step_seconds:.2f} s, a micro-batch "
          f"{step_seconds / max(map(int, shares)):.2f} s, and sends "
          f"{sent / 1e6:.1f} MB, {line_seconds:.3f} s of the link; exposed {exposed:.3f} s: "
          f"{1 - exposed / line_seconds:.0%} is hidden" + (f" (logged: {told})" if told else ""),
          flush=True)


def rate_of(text):
    number, unit = re.fullmatch(r"([0-9.]+)(mbit|gbit)", text).groups()
    return float(number) * UNITS[unit]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    for name in ("cluster", "model", "train_file"):
        parser.add_argument(name)
    parser.add_argument("program", nargs="+")
    parser.add_argument("--shares", default="8:8,10:6")
    parser.add_argument("--batch", type=int, default=4)
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--rate", default="1gbit")
    arguments = parser.parse_args()
    os.environ["TUTTI_TOKEN"] = secrets.token_hex(16)
    with (emulated_hosts(arguments.cluster, 2, arguments.rate),
          tempfile.TemporaryDirectory() as name):
        subprocess.run([arguments.cluster, "set", "0", "--cpu", "0.9"], check=True,
                       stdout=subprocess.DEVNULL)
        for shares in arguments.shares.split(","):
            for k, program in enumerate(arguments.program):
                folder = pathlib.Path(name) / f"{shares}-{k}"
                measure(arguments, program, shares.split(":"), folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
