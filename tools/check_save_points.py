#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills processes at each call that changes the output folder, and goes on from what is left.

    check_save_points.py PROGRAM LIBRARY [--points N] [--jobs N] [--whole] [--folder FOLDER]

LIBRARY is tests/support/kill_at_call.cpp as `./dev test` builds it, build/tests/libkill_at_call.so.
Two processes train the quickstart's model, save a checkpoint at each step, of which each writes a
part (--whole: rank 0 writes all), and keep two. In each run rank 0 or rank 1 is killed at another
of its calls; N points are spread evenly over them. The other process stops, because --min_processes
is 2. Then one process or three go on from the newest whole checkpoint. What comes out must be the
bits of a run that was never killed, and no checkpoint that was whole may be lost.
Exit codes: 0 all is well, 1 a run is not, 2 wrong usage.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parent.parent
STEPS = 4
SECONDS = 120  # for one training


def words(output, flags):
    quickstart = SOURCE / "examples" / "quickstart"
    return ["train", "--model_name_or_path", str(quickstart / "tiny_bert"), "--train_file",
            str(quickstart / "train.json"), "--do_train",
            "--allow_missing_tensors", "--max_train_samples", "20",
            "--max_seq_length", "64", "--doc_stride", "16", "--precision", "f32",
            "--per_device_train_batch_size", "2", "--micro_batches", "4", "--max_steps",
            str(STEPS), "--logging_steps", "1", "--save_steps", "1", "--save_total_limit", "2",
            "--threads", "1", "--output_dir", str(output), *flags]


def tensors_of(path):
    """The bytes of each tensor of a safetensors file, by name."""
    data = path.read_bytes()
    length = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:8 + length])
    begin = 8 + length
    return {name: data[begin + one["data_offsets"][0]:begin + one["data_offsets"][1]]
            for name, one in header.items() if name != "__metadata__"}


def state_hash(output):
    """Of the last step's model and optimizer, whichever files have them."""
    folder = output / f"checkpoint-{STEPS}"
    digest = hashlib.sha256((folder / "model.safetensors").read_bytes())
    tensors = {}
    for path in folder.glob("optimizer*.safetensors"):
        tensors.update(tensors_of(path))
    for name in sorted(tensors):
        digest.update(name.encode() + tensors[name])
    return digest.hexdigest()


def is_whole(folder):
    try:
        files = json.loads((folder / "complete.json").read_text())["files"]
        return all(hashlib.sha256((folder / name).read_bytes()).hexdigest() == said["sha256"]
                   for name, said in files.items())
    except (OSError, KeyError, json.JSONDecodeError):
        return False


def whole_steps(output):
    found = (re.fullmatch(r"checkpoint-(\d+)", path.name) for path in output.glob("checkpoint-*"))
    return [int(match[1]) for match in found if match and is_whole(output / match[0])]


def run(command, environment=None):
    done = subprocess.run(command, env={**os.environ, **(environment or {})}, timeout=SECONDS,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    return done.returncode, done.stderr


class Check:
    def __init__(self, arguments, work):
        self.program = arguments.program
        self.library = str(pathlib.Path(arguments.library).resolve())
        self.flags = [] if arguments.whole else ["--save_sharded"]
        self.work = work

    def train(self, output, processes, flags=(), environment=None):
        train = words(output, [*flags, *(self.flags if processes > 1 else [])])
        if processes == 1:
            return run([self.program, *train], environment)
        return run([self.program, "launch", "--nproc_per_node", str(processes), "--", *train],
                   environment)

    def killed(self, output, rank, call, count=""):
        return self.train(output, 2, ["--min_processes", "2"], {
            "LD_PRELOAD": self.library, "KILL_FOLDER": str(output), "KILL_RANK": str(rank),
            "KILL_AT": str(call), "KILL_COUNT": str(count)})

    def calls_of(self, rank):
        """How many calls a process makes that is not killed."""
        count = self.work / f"count{rank}"
        code, text = self.killed(self.work / f"counted{rank}", rank, 0, count)
        if code != 0:
            raise SystemExit(f"a training that is not killed ends with {code}\n{text}")
        return int(count.read_text())

    def point(self, rank, call, expected):
        """What is wrong with a run whose process of this rank is killed at this call, if anything,
        and the step from which it went on."""
        output = self.work / f"rank{rank}call{call}"
        try:
            code, text = self.killed(output, rank, call)
            if code == 0:
                return "it was not killed", None
            left = max(whole_steps(output), default=0)
            logged = self.logged(output)
            processes = 1 if call % 2 else 3
            code, text = self.train(output, processes, ["--resume_from_checkpoint", "auto"])
            if code != 0:
                return f"{processes} processes cannot go on: exit code {code}\n{text}", left
            if state_hash(output) != expected:
                return f"other bits with {processes} processes, from step {left}", left
            # One checkpoint is on its way at a time, so that of the step before is whole.
            if left < logged - 2:
                return f"step {logged} was done, but the newest whole checkpoint is {left}", left
            return None, left
        except subprocess.TimeoutExpired:
            return f"a training takes more than {SECONDS} s", None
        finally:
            shutil.rmtree(output, ignore_errors=True)

    @staticmethod
    def logged(output):
        try:
            lines = (output / "metrics.jsonl").read_text().splitlines()
        except OSError:
            return 0
        return max((json.loads(line)["step"] for line in lines if line.endswith("}")), default=0)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("library")
    parser.add_argument("--points", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--folder", help="where the runs are kept meanwhile")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        check = Check(arguments, pathlib.Path(name))
        code, text = check.train(check.work / "never killed", 1)
        if code != 0:
            raise SystemExit(f"a training ends with {code}\n{text}")
        expected = state_hash(check.work / "never killed")
        points = []
        for rank in (0, 1):
            calls = check.calls_of(rank)
            # The last calls may come in another order: a run may end before them.
            most = max(0, calls - 5)
            number = min(most, arguments.points if arguments.whole else arguments.points // 2)
            points += [(rank, 1 + k * most // number) for k in range(number)]
            print(f"rank {rank}: {calls} calls, of which {number} are points", flush=True)
        random.Random(1).shuffle(points)  # a check that is interrupted has seen some of all
        bad, steps = 0, []
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            results = pool.map(lambda at: check.point(*at, expected), points)
            for number, ((rank, call), (problem, left)) in enumerate(zip(points, results), 1):
                if problem:
                    bad += 1
                    print(f"rank {rank}, call {call}: {problem}", flush=True)
                steps += [left] if left is not None else []
                if number % 25 == 0 or number == len(points):
                    print(f"{number} points, {bad} unusable; went on from step " + ", ".join(
                        f"{step}: {steps.count(step)}" for step in sorted(set(steps))), flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
