#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a checkpoint each N steps costs a training.

    checkpoint_cost.py PROGRAM MODEL TRAIN_FILE [--steps 40] [--save_steps 10] [--rounds 3]
                       [--folder FOLDER] [-- FLAG...]

Runs a training with checkpoints and one without in turn, ROUNDS times, and compares the time from
the first step's end to the last one's. Other load makes that differ, so it also says what part of
the training's processor time the threads took that write; they run at a lower priority (Linux).
FLAGs are further ones of `tutti train`.
"""

import argparse
import json
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

TICKS = os.sysconf("SC_CLK_TCK")


def writer_times(process, times):
    """Notes the seconds of processor time of each thread that has a lower priority."""
    for stat in pathlib.Path(f"/proc/{process}/task").glob("*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[16]) > 0:  # its nice level
            times[stat.parent.name] = (int(fields[11]) + int(fields[12])) / TICKS


def processor_seconds():
    """Of all children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seconds_of_steps(output):
    """From the end of the first step to that of the last."""
    lines = [json.loads(line) for line in (output / "metrics.jsonl").read_text().splitlines()]
    ends = [line["time"] for line in lines if line["phase"] == "train"]
    return ends[-1] - ends[0]


def train(options, flags, output, saving):
    """Seconds from the first step to the last, and the writing threads' part of processor time."""
    save = ["--save_strategy", "no"]
    if saving:
        save = ["--save_steps", str(options.save_steps), "--save_total_limit", "2"]
    command = [options.program, "train", "--model_name_or_path", options.model, "--do_train",
               "--train_file", options.train_file, "--max_steps", str(options.steps),
               "--logging_steps", "1", "--output_dir", str(output), "--quiet",
               "--overwrite_output_dir", *save, *flags]
    before = processor_seconds()
    child = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    times = {}
    while child.poll() is None:
        writer_times(child.pid, times)
        time.sleep(0.02)
    if child.returncode != 0:
        raise SystemExit(f"exit code {child.returncode}: {' '.join(command)}")
    return seconds_of_steps(output), sum(times.values()) / (processor_seconds() - before)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    for name in ("program", "model", "train_file"):
        parser.add_argument(name)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--save_steps", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder")
    arguments = sys.argv[1:] + ["--"]
    end = arguments.index("--")
    options = parser.parse_args(arguments[:end])
    flags = arguments[end + 1:-1]
    work = pathlib.Path(tempfile.mkdtemp(prefix="tutti-checkpoints-", dir=options.folder))
    ratios, writing = [], []
    for number in range(options.rounds):
        without, _ = train(options, flags, work / "without", saving=False)
        seconds, writer = train(options, flags, work / "with", saving=True)
        ratios.append(seconds / without - 1)
        writing.append(writer)
        print(f"round {number + 1}: {without:.2f} s without, {seconds:.2f} s with checkpoints "
              f"({100 * ratios[-1]:+.2f} %); writing took {100 * writing[-1]:.2f} % of its "
              "processor time", flush=True)
    shutil.rmtree(work)
    print(f"a checkpoint each {options.save_steps} steps, medians: "
          f"{100 * statistics.median(ratios):+.2f} % of the time, "
          f"{100 * statistics.median(writing):.2f} % of its processor time")


if __name__ == "__main__":
    main()
