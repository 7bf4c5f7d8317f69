#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/results/NAME.{md,svg} of one fine-tuning, by one side or both with the same recipe.

  finetuning_report.py NAME PROGRAM DEV_FILE OURS [--torch FOLDER]

OURS is an output folder of `tutti train --do_eval` (of tools/finetune.py: SEED inside of its),
--torch one of torch_finetune.py.
"""

import argparse
import datetime
import json
import pathlib
import statistics
import subprocess

RESULTS = pathlib.Path(__file__).parent.parent / "docs" / "results"


def our_log(folder):
    history = json.loads((folder / "trainer_state.json").read_text())["log_history"]
    return [(entry["step"], entry["loss"]) for entry in history if "loss" in entry]


def torch_log(folder, width=25):
    losses = json.loads((folder / "log.json").read_text())["losses"]
    return [(at + width, statistics.mean(losses[at:at + width]))
            for at in range(0, len(losses), width)]


def score(program, dev_file, predictions):
    done = subprocess.run([program, "score", dev_file, predictions, "--json"], check=True,
                          capture_output=True, text=True)
    return json.loads(done.stdout)


def plot(curves, path):
    import matplotlib
    matplotlib.use("svg")
    from matplotlib import pyplot
    figure, axes = pyplot.subplots(figsize=(7, 4))
    for name, curve in curves.items():
        axes.plot(*zip(*curve), label=name)
    axes.set_xlabel("optimizer step of 16 features")
    axes.set_ylabel("loss, mean of 25 steps")
    axes.legend()
    figure.tight_layout()
    figure.savefig(path)


def main():
    parser = argparse.ArgumentParser()
    for name in ("name", "program", "dev_file"):
        parser.add_argument(name)
    parser.add_argument("ours", type=pathlib.Path)
    parser.add_argument("--torch", type=pathlib.Path)
    options = parser.parse_args()
    run = json.loads((options.ours / "run.json").read_text())
    curves = {"Tutti": our_log(options.ours)}
    rows = [("Tutti", score(options.program, options.dev_file,
                            options.ours / "eval_predictions.json"))]
    if options.torch:
        curves["PyTorch"] = torch_log(options.torch)
        log = json.loads((options.torch / "log.json").read_text())
        rows.append((f"PyTorch {log['torch']}", score(options.program, options.dev_file,
                                                      options.torch / "predictions.json")))
    arguments = run["arguments"]
    trained = json.loads((options.ours / "train_results.json").read_text())
    length = (f"{arguments['max_steps']} steps" if arguments["max_steps"] > 0
              else f"{arguments['num_train_epochs']:g} epochs")
    model, data, dev = (pathlib.Path(path).name for path in (
        arguments["model_name_or_path"], arguments["train_file"], options.dev_file))
    lines = [f"# {options.name}", "",
             f"{datetime.date.today().isoformat()}, {run['devices'][0]}, "
             f"{run['resolved_precision']}. Made by `bench/finetuning_report.py` of `tutti train`"
             + (" and `bench/torch_finetune.py`." if options.torch else "."), "",
             f"{model} on {data}: {length} of {arguments['per_device_train_batch_size']} features "
             f"a step, peak learning rate {arguments['learning_rate']}, warm-up "
             f"{arguments['warmup_steps'] or arguments['warmup_ratio']:g}, then "
             f"{arguments['lr_scheduler_type']}, seed {arguments['seed']}; "
             f"scored on the whole of {dev}. Tutti trained for "
             f"{trained['train_runtime'] / 60:.1f} minutes, "
             f"{trained['train_samples_per_second']:.1f} features/s.", "",
             "| | exact match | F1 |", "|---|---|---|"]
    for name, scores in rows:
        lines.append(f"| {name} | {scores['exact_match']:.2f} | {scores['f1']:.2f} |")
    lines += ["", f"![loss]({options.name}.svg)", "", "| step | " + " | ".join(curves) + " |",
              "|---" * (len(curves) + 1) + "|"]
    first = next(iter(curves.values()))
    others = [dict(curve) for curve in curves.values()]
    every = 100 if first[-1][0] <= 2000 else 500
    for step, _ in first:
        if step % every == 0 or step == first[0][0]:
            losses = (f"{other[step]:.3f}" if step in other else "" for other in others)
            lines.append(f"| {step} | " + " | ".join(losses) + " |")
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / f"{options.name}.md").write_text("\n".join(lines) + "\n")
    plot(curves, RESULTS / f"{options.name}.svg")


if __name__ == "__main__":
    main()
