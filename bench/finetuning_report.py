#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/results/NAME.{md,svg} of one fine-tuning, by one side or both with the same recipe.

  finetuning_report.py NAME PROGRAM DEV_FILE OURS... [--torch FOLDER...]

OURS is an output folder of `tutti train --do_eval` (of tools/finetune.py: SEED inside of its), or
several that differ by the seed, which become a mean with a band from the least to the most.
--torch names folders of torch_finetune.py likewise.
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


def mean_scores(program, dev_file, predictions):
    scores = [score(program, dev_file, file) for file in predictions]
    return {name: statistics.mean(one[name] for one in scores)
            for name in ("exact_match", "f1")}


def over_seeds(runs, combine):
    """A curve from those of several seeds, at the steps that all of them have."""
    values = [dict(run) for run in runs]
    return [(step, combine(one[step] for one in values)) for step, _ in runs[0]
            if all(step in one for one in values)]


def plot(curves, path):
    """A line for each side: of one run, or the mean of several with the band that they fill."""
    import matplotlib
    matplotlib.use("svg")
    from matplotlib import pyplot
    figure, axes = pyplot.subplots(figsize=(7, 4))
    for name, runs in curves.items():
        seeds = f", mean and range of {len(runs)} seeds" if len(runs) > 1 else ""
        steps, means = zip(*over_seeds(runs, statistics.mean))
        line, = axes.plot(steps, means, label=name + seeds)
        if seeds:
            least, most = ([loss for _, loss in over_seeds(runs, end)] for end in (min, max))
            axes.fill_between(steps, least, most, color=line.get_color(), alpha=0.25, linewidth=0)
    axes.set_xlabel("optimizer step of 16 features")
    axes.set_ylabel("loss, mean of 25 steps")
    axes.legend()
    figure.tight_layout()
    figure.savefig(path)


def main():
    parser = argparse.ArgumentParser()
    for name in ("name", "program", "dev_file"):
        parser.add_argument(name)
    parser.add_argument("ours", type=pathlib.Path, nargs="+")
    parser.add_argument("--torch", type=pathlib.Path, nargs="+", default=[])
    options = parser.parse_args()
    run = json.loads((options.ours[0] / "run.json").read_text())
    curves = {"Tutti": [our_log(folder) for folder in options.ours]}
    rows = [("Tutti", mean_scores(options.program, options.dev_file, [
        folder / "eval_predictions.json" for folder in options.ours]))]
    if options.torch:
        curves["PyTorch"] = [torch_log(folder) for folder in options.torch]
        log = json.loads((options.torch[0] / "log.json").read_text())
        rows.append((f"PyTorch {log['torch']}", mean_scores(options.program, options.dev_file, [
            folder / "predictions.json" for folder in options.torch])))
    seeds = [str(json.loads((folder / "run.json").read_text())["arguments"]["seed"])
             for folder in options.ours]
    arguments = run["arguments"]
    trained = json.loads((options.ours[0] / "train_results.json").read_text())
    length = (f"{arguments['max_steps']} steps" if arguments["max_steps"] > 0
              else f"{arguments['num_train_epochs']:g} epochs")
    model, data, dev = (pathlib.Path(path).name for path in (
        arguments["model_name_or_path"], arguments["train_file"], options.dev_file))
    lines = [f"# {options.name}", "",
             f"{datetime.date.today().isoformat()}, {run['devices'][0]}, "
             f"{run['resolved_precision']}.",
             "Made by `bench/finetuning_report.py` of `tutti train`"
             + (" and `bench/torch_finetune.py`." if options.torch else "."), "",
             f"{model} on {data}: {length} of {arguments['per_device_train_batch_size']} features "
             f"a step, peak learning rate {arguments['learning_rate']}, warm-up "
             f"{arguments['warmup_steps'] or arguments['warmup_ratio']:g}, then "
             f"{arguments['lr_scheduler_type']}, seed {', '.join(seeds)};",
             f"scored on the whole of {dev}. Tutti trained for "
             f"{trained['train_runtime'] / 60:.1f} minutes, "
             f"{trained['train_samples_per_second']:.1f} features/s.", "",
             "| | exact match | F1 |", "|---|---|---|"]
    for name, scores in rows:
        lines.append(f"| {name} | {scores['exact_match']:.2f} | {scores['f1']:.2f} |")
    lines += ["", f"![loss]({options.name}.svg)", "", "| step | " + " | ".join(curves) + " |",
              "|---" * (len(curves) + 1) + "|"]
    means = [over_seeds(runs, statistics.mean) for runs in curves.values()]
    first, others = means[0], [dict(curve) for curve in means]
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
