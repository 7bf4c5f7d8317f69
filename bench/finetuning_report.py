#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/results/NAME.{md,svg} of one fine-tuning, by both sides with the same recipe.

  finetuning_report.py NAME PROGRAM DEV_FILE OURS [--torch FOLDER]

OURS is an output folder of tools/finetune.py (SEED inside it), --torch one of torch_finetune.py.
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
    lines = [f"# {options.name}", "",
             f"{datetime.date.today().isoformat()}, {run['devices'][0]}, "
             f"{run['resolved_precision']}. "
             "Made by `tools/finetune.py`, `bench/torch_finetune.py` and this page's "
             "`bench/finetuning_report.py`.", "",
             "{model} on {data}: {max_steps} steps of {per_device_train_batch_size} features, peak "
             "learning rate {learning_rate}, seed {seed}; scored on the whole of {dev}.".format(
                 model=pathlib.Path(run["arguments"]["model_name_or_path"]).name,
                 data=pathlib.Path(run["arguments"]["train_file"]).name,
                 dev=pathlib.Path(options.dev_file).name, **{
                     key: run["arguments"][key] for key in
                     ("max_steps", "per_device_train_batch_size", "learning_rate", "seed")}), "",
             "| | exact match | F1 |", "|---|---|---|"]
    for name, scores in rows:
        lines.append(f"| {name} | {scores['exact_match']:.2f} | {scores['f1']:.2f} |")
    lines += ["", f"![loss]({options.name}.svg)", "", "| step | " + " | ".join(curves) + " |",
              "|---" * (len(curves) + 1) + "|"]
    first = next(iter(curves.values()))
    others = [dict(curve) for curve in curves.values()]
    for step, _ in first:
        if step % 100 == 0 or step == first[0][0]:
            lines.append(f"| {step} | " +
                         " | ".join(f"{o[step]:.3f}" if step in o else "" for o in others) + " |")
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / f"{options.name}.md").write_text("\n".join(lines) + "\n")
    plot(curves, RESULTS / f"{options.name}.svg")


if __name__ == "__main__":
    main()
