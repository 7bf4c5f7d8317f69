#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what a model has learned after a LoRA tuning by Tutti and by TRL with PEFT.

  tuning_quality.py PROGRAM MODEL [--steps 300] [--seeds 1 2 3] [--batch 4] [--threads 1]
                    [--page FILE.md]

MODEL is a folder with weights, tokenizer and chat template, such as SmolLM2-135M-Instruct. Both
sides learn the quick start's questions of law with one recipe, in an order that the seed gives;
each draws its own first adapter from the seed. Both adapters are evaluated by `tutti evaluate` on
the questions that are held out. Processor seconds of the whole training stand beside the losses.
"""

import argparse
import datetime
import json
import os
import pathlib
import random
import resource
import statistics
import subprocess
import sys
import tempfile

from machine import machine

DATA = pathlib.Path(__file__).parent.parent / "examples/quickstart/chat"
LENGTH, RANK, ALPHA, RATE, WARM = 512, 16, 32, 1e-3, 10


def tune_by_trl(options, data, output, seed):
    """Runs in a process of its own, so that its threads and its processor time are its own."""
    import datasets
    import peft
    import torch
    import trl
    torch.set_num_threads(options.threads)
    trainer = trl.SFTTrainer(
        model=str(options.model),
        args=trl.SFTConfig(
            output_dir=str(output), max_steps=options.steps, max_length=LENGTH, packing=False,
            per_device_train_batch_size=options.batch, learning_rate=RATE, warmup_steps=WARM,
            lr_scheduler_type="linear", seed=seed, train_sampling_strategy="sequential",
            model_init_kwargs={"dtype": "float32"}, gradient_checkpointing=False, bf16=False,
            use_cpu=True, save_strategy="no", report_to="none", disable_tqdm=True),
        train_dataset=datasets.load_dataset("json", data_files=str(data), split="train",
                                            cache_dir=str(output)),
        peft_config=peft.LoraConfig(r=RANK, lora_alpha=ALPHA, lora_dropout=0, bias="none",
                                    task_type="CAUSAL_LM", target_modules="all-linear"))
    trainer.train()
    trainer.save_model(str(output))


def run(words):
    """The processor seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([str(word) for word in words], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def tune_by_tutti(options, data, output, seed):
    return run([options.program, "train", "--model_name_or_path", options.model, "--task",
                "text-generation", "--do_train", "--use_peft", "--lora_r", RANK, "--lora_alpha",
                ALPHA, "--lora_dropout", 0, "--lora_target_modules", "all-linear",
                "--train_file", data, "--max_seq_length", LENGTH, "--max_steps", options.steps,
                "--per_device_train_batch_size", options.batch, "--learning_rate", RATE,
                "--warmup_steps", WARM, "--lr_scheduler_type", "linear", "--seed", seed,
                "--train_sampling_strategy", "sequential", "--save_strategy", "no", "--quiet",
                "--threads", options.threads, "--output_dir", output])


def held_out_loss(options, adapter, output):
    run([options.program, "evaluate", "--model_name_or_path", options.model, "--task",
         "text-generation", "--adapter", adapter, "--validation_file", DATA / "validation.jsonl",
         "--max_seq_length", LENGTH, "--threads", options.threads, "--quiet", "--output_dir",
         output])
    return json.loads((output / "eval_results.json").read_text())["eval_loss"]


def write_rows(path, count, seed):
    """Epoch after epoch, each in an order of its own."""
    rows, numbers = (DATA / "train.jsonl").read_text().splitlines(), random.Random(seed)
    text = []
    while len(text) < count:
        text += numbers.sample(rows, len(rows))
    path.write_text("\n".join(text[:count]) + "\n")


def measure(options, folder, seed):
    """(loss, processor seconds) of Tutti and of TRL."""
    data = folder / f"{seed}.jsonl"
    write_rows(data, options.steps * options.batch, seed)
    ours, theirs = folder / f"tutti-{seed}", folder / f"trl-{seed}"
    seconds = tune_by_tutti(options, data, ours, seed)
    found = [(held_out_loss(options, ours, folder / f"tutti-{seed}-eval"), seconds)]
    seconds = run([sys.executable, __file__, options.program, options.model, "--trl", data, theirs,
                   seed, "--steps", options.steps, "--batch", options.batch, "--threads",
                   options.threads])
    found.append((held_out_loss(options, theirs, folder / f"trl-{seed}-eval"), seconds))
    print(f"seed {seed}: Tutti {found[0]}, TRL {found[1]}", file=sys.stderr)
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("model", type=pathlib.Path)
    for name, value in (("steps", 300), ("batch", 4), ("threads", 1)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--page", type=pathlib.Path)
    parser.add_argument("--trl", nargs=3, metavar=("DATA", "OUTPUT", "SEED"),
                        help="what this script runs itself")
    options = parser.parse_args()
    os.environ["OMP_NUM_THREADS"] = str(options.threads)
    if options.trl:
        data, output, seed = options.trl
        return tune_by_trl(options, pathlib.Path(data), pathlib.Path(output), int(seed))
    with tempfile.TemporaryDirectory() as temporary:
        found = [measure(options, pathlib.Path(temporary), seed) for seed in options.seeds]
    means = [statistics.mean(pair[side][0] for pair in found) for side in (0, 1)]
    lines = ["# What a LoRA tuning learns, beside TRL with PEFT", "",
             f"{datetime.date.today().isoformat()}, {machine(options.program)}. Made by "
             f"`bench/tuning_quality.py`: {options.model.name}, {options.steps} steps of "
             f"{options.batch} questions in float32, rank {RANK}, threads: {options.threads}. "
             "Losses on what is held out, by `tutti evaluate`; processor seconds of the whole "
             "training.",
             "", "| seed | loss, Tutti | loss, TRL | seconds, Tutti | seconds, TRL |",
             "|---|---|---|---|---|"]
    lines += [f"| {seed} | {ours[0]:.4f} | {theirs[0]:.4f} | {ours[1]:.0f} | {theirs[1]:.0f} |"
              for seed, (ours, theirs) in zip(options.seeds, found)]
    lines += [f"| mean | {means[0]:.4f} | {means[1]:.4f} | | |", "",
              f"Tutti's mean differs from TRL's by {100 * (means[0] / means[1] - 1):+.1f} %. "
              "Each side draws its own first adapter, so single seeds differ by more."]
    text = "\n".join(lines) + "\n"
    print(text)
    if options.page:
        options.page.write_text(text)


if __name__ == "__main__":
    main()
