#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills trainings from outside at random times and compares what they end with.

  check_resume.py PROGRAM MODEL TRAIN_FILE [--runs 20] [--steps 6] [--precision f32]
                  [--max_seq_length 96] [--folder /dev/shm] [-- FLAG...]

The flags are further ones of the training, in place of the default for BERT. For a decoder:
  -- --task text-generation --use_peft --lora_dropout 0.1 --packing --gradient_accumulation_steps 2

One run is never stopped. The others are killed (SIGKILL and SIGTERM in turn) at random times,
restarted with --resume_from_checkpoint auto until they finish, and must give the same bytes of
parameters, optimizer and log. Exit 1 where one does not, or where no run was killed.
"""

import argparse
import hashlib
import json
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

BERT_FLAGS = ["--doc_stride", "16"]


def digest(output, steps):
    tensors = sorted((output / f"checkpoint-{steps}").glob("*.safetensors"))
    assert len(tensors) == 2, tensors  # of the model or its adapter, and of the optimizer
    parts = [path.read_bytes() for path in tensors]
    history = json.loads((output / "trainer_state.json").read_text())["log_history"]
    return hashlib.sha256(b"".join(parts) + json.dumps(history).encode()).hexdigest()


def main():
    parser = argparse.ArgumentParser()
    for name in ("program", "model", "train_file"):
        parser.add_argument(name)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--steps", type=int, default=6)
    parser.add_argument("--precision", default="f32")
    parser.add_argument("--max_seq_length", type=int, default=96)
    parser.add_argument("--seed", type=int, default=1, help="of the times of the kills")
    parser.add_argument("--folder", help="where the runs are kept meanwhile")
    arguments = sys.argv[1:] + ["--"]
    end = arguments.index("--")
    options = parser.parse_args(arguments[:end])
    flags = arguments[end + 1:-1] or BERT_FLAGS
    if options.folder:
        pathlib.Path(options.folder).mkdir(parents=True, exist_ok=True)
    work = pathlib.Path(tempfile.mkdtemp(prefix="tutti-resume-", dir=options.folder))

    def command(output):
        return [options.program, "train", "--model_name_or_path", options.model, "--do_train",
                "--train_file", options.train_file, "--max_steps", str(options.steps),
                "--per_device_train_batch_size", "2", "--gradient_accumulation_steps", "3",
                "--max_seq_length", str(options.max_seq_length), "--save_steps", "1",
                "--save_total_limit", "2", "--logging_steps", "3", "--precision",
                options.precision, "--output_dir", str(output), "--resume_from_checkpoint",
                "auto", "--quiet", *flags]

    begin = time.monotonic()
    subprocess.run(command(work / "whole"), check=True, stderr=subprocess.DEVNULL)
    seconds = time.monotonic() - begin
    expected = digest(work / "whole", options.steps)
    chance = random.Random(options.seed)
    equal = killed = 0
    for run in range(options.runs):
        output = work / f"run{run}"
        kills = 0
        while True:
            child = subprocess.Popen(command(output), stderr=subprocess.DEVNULL)
            try:
                code = child.wait(timeout=chance.uniform(0.1, seconds))
            except subprocess.TimeoutExpired:
                child.send_signal(signal.SIGKILL if (run + kills) % 2 == 0 else signal.SIGTERM)
                kills += 1
                child.wait()
                continue
            if code != 0:
                raise SystemExit(f"run {run}: exit code {code}")
            break
        same = digest(output, options.steps) == expected
        equal += same
        killed += kills
        print(f"run {run}: killed {kills} times, {'the same bits' if same else 'OTHER BITS'}",
              flush=True)
        shutil.rmtree(output)
    print(f"{options.precision}: {equal} of {options.runs} equal, killed {killed} times")
    shutil.rmtree(work)
    raise SystemExit(equal != options.runs or killed == 0)


if __name__ == "__main__":
    main()
