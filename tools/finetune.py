#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fine-tunes with the anchor's recipe, once for each seed, and prints loss and scores.

  finetune.py PROGRAM MODEL TRAIN_FILE DEV_FILE OUTPUT [--steps 300] [--seeds 42 1 2 3 4 5]
              [--questions N] [--page FILE.md]

The recipe: batches of 16, learning rate 5e-5, 10 % warm-up then linear to 0, no weight decay,
clipped at 1, dropout 0.1. Every seed is one `tutti train`, resumed where an earlier call was
stopped.
"""

import argparse
import datetime
import json
import pathlib
import statistics
import subprocess

NAMES = ("eval_exact_match", "eval_f1")


def run(options, seed):
    output = options.output / f"seed{seed}"
    results = output / "eval_results.json"
    if not results.exists():
        command = [options.program, "train", "--model_name_or_path", options.model, "--do_train",
                   "--do_eval", "--train_file", options.train_file, "--validation_file",
                   options.dev_file, "--max_steps", options.steps, "--seed", seed,
                   "--per_device_train_batch_size", 16, "--per_device_eval_batch_size", 32,
                   "--learning_rate", 5e-5, "--warmup_steps", options.steps // 10,
                   "--logging_steps", 25, "--save_steps", 100, "--save_total_limit", 1,
                   "--threads", options.threads, "--output_dir", output,
                   "--resume_from_checkpoint", "auto"]
        if options.questions:
            command += ["--max_eval_samples", options.questions]
        with open(options.output / f"seed{seed}.log", "a", encoding="utf-8") as log:
            subprocess.run([str(word) for word in command], check=True, stderr=log)
    return json.loads(results.read_text())


def page(options, scores):
    """The scores as a page of docs/results."""
    about = json.loads((options.output / f"seed{options.seeds[0]}" / "run.json").read_text())
    dev_set = f"the first {options.questions} dev questions" if options.questions else "the dev set"
    lines = [f"# {pathlib.Path(options.model).name}, {options.steps} steps of 16", "",
             f"SQuAD v1.1, scored on {dev_set}. {datetime.date.today().isoformat()}, "
             f"{about['devices'][0]}, {about['resolved_precision']}.", "",
             f"`tools/finetune.py PROGRAM MODEL TRAIN_FILE DEV_FILE OUTPUT --steps {options.steps} "
             f"--questions {options.questions} --seeds {' '.join(map(str, options.seeds))}`", "",
             "| seed | exact match | F1 |", "|---|---|---|"]
    rows = list(zip(options.seeds, scores)) + [("mean", {name: mean(scores, name)
                                                         for name in NAMES})]
    lines += [f"| {seed} | " + " | ".join(f"{score[name]:.2f}" for name in NAMES) + " |"
              for seed, score in rows]
    options.page.write_text("\n".join(lines) + "\n")


def mean(scores, name):
    return statistics.mean(score[name] for score in scores)


def main():
    parser = argparse.ArgumentParser()
    for name in ("program", "model", "train_file", "dev_file"):
        parser.add_argument(name)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--questions", type=int, default=0, help="the first N only; 0: all")
    parser.add_argument("--seeds", type=int, nargs="+", default=[42, 1, 2, 3, 4, 5])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--page", type=pathlib.Path, help="write the scores there too")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    scores = []
    for seed in options.seeds:
        scores.append(run(options, seed))
        print(f"seed {seed}: EM {scores[-1]['eval_exact_match']:.2f}  "
              f"F1 {scores[-1]['eval_f1']:.2f}", flush=True)
    for name in NAMES:
        print(f"mean {name}: {mean(scores, name):.2f}")
    if options.page:
        page(options, scores)


if __name__ == "__main__":
    main()
