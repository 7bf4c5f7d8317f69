#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills processes of a training at random times and compares what comes out.

    check_faults.py PROGRAM [--runs N] [--processes N] [--kills N] [--seed N] [--returns] [--stop]
                    [-- FLAGS]

Each run trains the quickstart's model with `tutti launch` and sends SIGKILL to a process at a
random time between the first step and the last, and with --kills to others up to 0.3 s later. With
--returns they are started again and join the others; with --stop they are stopped (SIGSTOP)
instead. FLAGS are added to `tutti train`.
Prints for each run when the failure was seen and when the next step was done, both from the signal
on, and at the end their medians and worst values beside a step's time. Exit codes: 0 every run has
the bits of one process and of no fault, 1 one has not, 2 wrong usage.
"""

import argparse
import hashlib
import json
import os
import pathlib
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

SOURCE = pathlib.Path(__file__).resolve().parent.parent
STEPS = 40
FOUND = re.compile(r"processes continue.* met in ([0-9.]+) s")


def parsed(parser):
    """The arguments, with the words after `--` as `flags`. Left to argparse, these would have to
    follow the names without dashes directly."""
    own = sys.argv[1:]
    end = own.index("--") if "--" in own else len(own)
    return parser.parse_args(own[:end], argparse.Namespace(flags=own[end + 1:]))


def words(program, output, flags, steps=STEPS, save_steps=None):
    quickstart = SOURCE / "examples" / "quickstart"
    return [program, "train", "--model_name_or_path", str(quickstart / "tiny_bert"),
            "--train_file", str(quickstart / "train.json"), "--do_train",
            "--allow_missing_tensors", "--max_train_samples", "100", "--max_seq_length",
            "64", "--doc_stride", "16", "--precision", "f32",
            "--per_device_train_batch_size", "2", "--micro_batches", "8", "--max_steps",
            str(steps), "--logging_steps", "1", "--save_steps", str(save_steps or steps),
            "--threads", "1",
            "--output_dir", str(output), *flags]


def state_hash(output, steps=STEPS):
    digest = hashlib.sha256()
    for name in ("model.safetensors", "optimizer.safetensors"):
        digest.update((output / f"checkpoint-{steps}" / name).read_bytes())
    return digest.hexdigest()[:16]


def process_of_rank(output, rank):
    """The launcher's child that began with this rank, by its environment."""
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and str(output) in (entry / "cmdline").read_text() and (
                    f"\0RANK={rank}\0" in (entry / "environ").read_text()):
                return int(entry.name)
        except OSError:
            continue
    return None


def step_times(output):
    """When each step was done, by metrics.jsonl, the first of which may be still to come."""
    times = {}
    try:
        text = (output / "metrics.jsonl").read_text()
    except OSError:
        return times
    for line in text.splitlines():
        try:
            entry = json.loads(line)
        except json.JSONDecodeError:
            continue
        if entry.get("phase") == "train" and "time" in entry:  # not from an earlier log
            times[entry["step"]] = entry["time"]
    return times


class Logged:
    """A program, whose messages are kept with the time at which they came."""

    def __init__(self, command):
        self.messages = []
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE,
                                        stdout=subprocess.DEVNULL, text=True)
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        for line in self.process.stderr:
            self.messages.append((time.time(), line.rstrip()))

    def end(self):
        code = self.process.wait()
        self.reader.join()
        return code

    def text(self):
        return "\n".join(message for _, message in self.messages)


def launched(output, arguments):
    launch = [arguments.program, "launch", "--nproc_per_node", str(arguments.processes)]
    if arguments.returns:
        launch += ["--max_restarts", str(arguments.kills)]
    return Logged(launch + ["--"] + words(arguments.program, output, arguments.flags)[1:])


def wait_for_steps(job, output, steps):
    while job.process.poll() is None and len(step_times(output)) < steps:
        time.sleep(0.005)


def run(number, folder, arguments, expected):
    output = folder / f"run{number}"
    ranks = random.sample(range(arguments.processes), arguments.kills)
    job = launched(output, arguments)
    wait_for_steps(job, output, random.randrange(1, STEPS - 10))
    time.sleep(random.random() * 0.1)
    targets = [process_of_rank(output, rank) for rank in ranks]
    blow = time.time()
    for k, target in enumerate(targets):
        if k > 0:
            time.sleep(random.random() * 0.3)
        if target:
            os.kill(target, signal.SIGSTOP if arguments.stop else signal.SIGKILL)
    code = job.end()
    found = state_hash(output) if code == 0 else f"exit code {code}"
    seen = next_step = float("nan")
    for at, message in job.messages:
        match = FOUND.search(message)
        if match and at > blow:
            seen = at - float(match.group(1)) - blow
            next_step = min((t for t in step_times(output).values() if t > at - 0.02),
                            default=float("nan")) - blow
            break
    good = found == expected
    done = sum(at < blow for at in step_times(output).values())
    print(f"run {number}: ranks {ranks} after {done} steps: seen after {1000 * seen:.0f} ms, "
          f"next step after {1000 * next_step:.0f} ms, state {found}"
          f"{'' if good else ' IS WRONG'}", flush=True)
    if not good:
        print(job.text())
    return good, seen, next_step


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--kills", type=int, default=1)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--returns", action="store_true")
    parser.add_argument("--stop", action="store_true")
    arguments = parsed(parser)
    random.seed(arguments.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run(words(arguments.program, folder / "one", arguments.flags), check=True,
                       stderr=subprocess.DEVNULL)
        expected = state_hash(folder / "one")
        times = list(step_times(folder / "one").values())
        step = statistics.median(b - a for a, b in zip(times, times[1:]))
        print(f"one process: state {expected}, a step in {1000 * step:.0f} ms")
        runs = [run(k, folder, arguments, expected) for k in range(arguments.runs)]
    for what, column in (("seen", 1), ("next step", 2)):
        values = [1000 * one[column] for one in runs if one[column] == one[column]]
        if values:
            print(f"{what}: median {statistics.median(values):.0f} ms, worst {max(values):.0f} ms,"
                  f" of {len(values)} regroupings")
    bad = sum(not one[0] for one in runs)
    print(f"{bad} of {len(runs)} runs have other bits")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
