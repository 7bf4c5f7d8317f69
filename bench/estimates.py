#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds what `tutti estimate` says against the trainings that it speaks of.

  estimates.py PROGRAM MODELS [--only NAME ...] [--steps 6] [--no_time] [--page FILE.md]

MODELS is a folder with all-MiniLM-L6-v2 and SmolLM2-135M-Instruct.Q4_1.gguf, as `./dev test` puts
them into .cache/models. Memory is the estimate's total beside the peak of the training's resident
memory without code and mapped files. Time is that of a step: estimated from two measured steps, and
from the recorded runs of the other configurations of the same precision, beside the median of the
training's own steps. Other work on the machine makes times differ.
"""

import argparse
import datetime
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

from machine import machine

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples/quickstart"
QUESTIONS = ["--train_file", EXAMPLES / "train.json", "--doc_stride", "32"]
CHAT = ["--train_file", EXAMPLES / "chat/train.jsonl", "--packing", "--max_seq_length", "256"]
LORA = ["--use_peft", "--lora_r", "16", "--lora_target_modules", "all-linear"]


def configurations(models):
    """By name: the flags of a training."""
    tiny = ["--model_name_or_path", EXAMPLES / "tiny_bert", "--allow_missing_tensors", *QUESTIONS]
    minilm = ["--model_name_or_path", models / "all-MiniLM-L6-v2", *QUESTIONS]
    smol = ["--model_name_or_path", models / "SmolLM2-135M-Instruct.Q4_1.gguf", *CHAT]

    def sized(length, batch, *more):
        return ["--max_seq_length", length, "--per_device_train_batch_size", batch, *more]
    accumulated = ["--gradient_accumulation_steps", 2]
    all_of_them = {
        "small BERT, 16 x 128": [*tiny, *sized(128, 16)],
        "MiniLM, 8 x 128": [*minilm, *sized(128, 8)],
        "MiniLM, 16 x 384": [*minilm, *sized(384, 16)],
        "MiniLM, 8 x 384, accumulated": [*minilm, *sized(384, 8, *accumulated)],
        "MiniLM, 16 x 384, least memory": [*minilm, *sized(384, 16, "--gradient_checkpointing")],
        "MiniLM, moments in a file": [*minilm, *sized(384, 8, "--offload_optimizer", "FILE")],
        "MiniLM, bf16, 16 x 384": [*minilm, *sized(384, 16, "--precision", "bf16")],
        "MiniLM, fp16, 16 x 384": [*minilm, *sized(384, 16, "--precision", "fp16")],
        "MiniLM, LoRA": [*minilm, *sized(384, 16, *LORA)],
        "SmolLM2, LoRA": [*smol, "--per_device_train_batch_size", 1, *LORA],
        "SmolLM2, LoRA, bf16": [*smol, "--per_device_train_batch_size", 1, "--precision", "bf16",
                                *LORA],
        "SmolLM2, LoRA, 4 rows, bf16": [*smol, "--per_device_train_batch_size", 4, "--precision",
                                        "bf16", *LORA],
        "SmolLM2, all weights, bf16": [*smol, "--per_device_train_batch_size", 1, "--precision",
                                       "bf16"],
    }
    return {name: flags if "--precision" in flags else [*flags, "--precision", "f32"]
            for name, flags in all_of_them.items()}


def run(words):
    return subprocess.run([str(word) for word in words], check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True).stdout


def precision_of(flags):
    return flags[flags.index("--precision") + 1]


def estimate(options, flags, *more):
    return json.loads(run([options.program, "estimate", "--do_train", *flags, "--max_steps",
                           options.steps, "--json", "--quiet", *more]))


def train(options, flags, folder):
    """The peak of memory, and the median of the steps after the first."""
    run([options.program, "train", "--do_train", *flags, "--max_steps", options.steps,
         "--output_dir", folder, "--save_strategy", "no", "--logging_steps", 1, "--quiet"])
    results = json.loads((folder / "all_results.json").read_text())
    lines = [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]
    times = [line["time"] for line in lines]
    seconds = statistics.median(b - a for a, b in zip(times, times[1:]))
    return results["resident_peak_bytes"], seconds


def cell(ratio):
    return f"{100 * (ratio - 1):+.1f} %"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("models", type=pathlib.Path)
    parser.add_argument("--only", nargs="+")
    parser.add_argument("--steps", type=int, default=6)
    parser.add_argument("--no_time", action="store_true")
    parser.add_argument("--page", type=pathlib.Path)
    options = parser.parse_args()
    chosen = {name: flags for name, flags in configurations(options.models).items()
              if not options.only or name in options.only}
    lines = ["# Estimates beside trainings", "",
             f"{datetime.date.today().isoformat()}, {machine(options.program)}, {options.steps} "
             "steps. Made by `bench/estimates.py`. Differences are those of the estimate from what "
             "was measured.", "",
             "| training | peak MB | estimate | a step, s | from two steps | from other runs |",
             "|---|---|---|---|---|---|"]
    with tempfile.TemporaryDirectory() as work:
        folders = {name: pathlib.Path(work) / str(number)
                   for number, name in enumerate(chosen)}
        found = {}
        for name, flags in chosen.items():
            said = estimate(options, flags, "--measured_steps", 0 if options.no_time else 2)
            found[name] = (said, *train(options, flags, folders[name]))
            print(f"{name}: {cell(said['memory']['total_bytes'] / found[name][1])}",
                  file=sys.stderr)
        for name, (said, peak, seconds) in found.items():
            flags = chosen[name]
            others = [str(folders[other]) for other in chosen
                      if other != name and precision_of(chosen[other]) == precision_of(flags)]
            measured = recorded = "-"
            if not options.no_time:
                measured = cell(said["time"]["step_seconds"] / seconds)
            if others and not options.no_time:
                told = estimate(options, flags, "--measured_steps", 0, "--recorded_runs",
                                ",".join(others))["recorded"][0]["time"]["step_seconds"]
                recorded = cell(told / seconds)
            lines.append(f"| {name} | {peak / 1e6:.0f} | "
                         f"{cell(said['memory']['total_bytes'] / peak)} | {seconds:.2f} | "
                         f"{measured} | {recorded} |")
    text = "\n".join(lines) + "\n"
    print(text)
    if options.page:
        options.page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
