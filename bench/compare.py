#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures Tutti against PyTorch in one run, and writes docs/results/performance.{json,md,svg}.

  compare.py PROGRAM MODEL TRAIN_FILE [--batch 16] [--rounds 5] [--recipes R1 R2f R3f] [--check]

A round is some steps of `tutti benchmark`, then one step of each recipe; a ratio is the median over
the rounds, so that a machine that slows down slows both. --check writes nothing: it compares with
the stored ratios, and exits 1 where one fell by more than 10 % and by more than three deviations.
"""

import argparse
import ctypes.util
import datetime
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
RESULTS = HERE.parent / "docs" / "results"


def torch_environment():
    """glibc gives pages back and makes PyTorch up to twice as slow: jemalloc keeps them."""
    library = ctypes.util.find_library("jemalloc")
    kept = {"LD_PRELOAD": library, "MALLOC_CONF":
            "thp:always,dirty_decay_ms:-1,muzzy_decay_ms:-1"} if library else {}
    return os.environ | kept


class Torch:
    """torch_worker.py, asked a line at a time."""

    def __init__(self, options):
        self.process = subprocess.Popen(
            [sys.executable, HERE / "torch_worker.py", options.model, options.train_file,
             options.cache, str(options.batch)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=torch_environment())

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"PyTorch failed at: {line}")
        return json.loads(answer)


def tutti(options, precision):
    command = [options.program, "benchmark", "--model_name_or_path", options.model, "--train_file",
               options.train_file, "--per_device_train_batch_size", options.batch, "--steps",
               options.steps, "--precision", precision, "--json", "--quiet"]
    return json.loads(subprocess.run([str(word) for word in command], check=True,
                                     capture_output=True, text=True).stdout)


def measure(options):
    torch = Torch(options)
    for recipe in options.recipes:
        for _ in range(options.warm_up):
            torch.ask(recipe)
    rounds = []
    for index in range(options.rounds):
        ours = tutti(options, options.precision)
        rates = {}
        for recipe in options.recipes:
            step = torch.ask(recipe)
            rates[recipe] = step["features"] / step["seconds"]
        rounds.append({"tutti": ours, "torch": rates})
        print(f"round {index + 1}: tutti {ours['features_per_second']:.2f} features/s, " +
              ", ".join(f"{name} {rate:.2f}" for name, rate in rates.items()), flush=True)
    return rounds


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor()


def summary(options, rounds):
    ratios = {recipe: [r["tutti"]["features_per_second"] / r["torch"][recipe] for r in rounds]
              for recipe in options.recipes}
    return {"model": pathlib.Path(options.model).name, "batch": options.batch,
            "precision": rounds[0]["tutti"]["precision"],
            "date": datetime.date.today().isoformat(), "processor": processor(),
            "device": rounds[0]["tutti"]["device"],
            "features_per_second": statistics.median(
                r["tutti"]["features_per_second"] for r in rounds),
            "peak_share": statistics.median(r["tutti"]["peak_share"] for r in rounds),
            "torch_features_per_second": {
                recipe: statistics.median(r["torch"][recipe] for r in rounds)
                for recipe in options.recipes},
            "ratios": {recipe: {"median": statistics.median(values),
                                "deviation": statistics.pstdev(values)}
                       for recipe, values in ratios.items()}}


def key(result):
    return f"{result['model']}, batch {result['batch']}, {result['precision']}"


def write(result, command):
    RESULTS.mkdir(parents=True, exist_ok=True)
    stored = RESULTS / "performance.json"
    results = json.loads(stored.read_text()) if stored.exists() else {}
    results[key(result)] = result
    stored.write_text(json.dumps(results, indent=2) + "\n")
    lines = ["# Training speed against PyTorch", "",
             "Whole training steps on real SQuAD features: dropout 0.1, clipping and AdamW",
             "included. Both sides take turns in one run; ratios are medians over its rounds.",
             "Recipes stand in `bench/torch_worker.py`. Made by:", "", "```", command, "```", ""]
    for name, result in results.items():
        lines += [f"## {name}", f"{result['date']}, {result['processor']}; {result['device']}. "
                  f"Tutti: {result['features_per_second']:.2f} features/s, "
                  f"{100 * result['peak_share']:.0f} % of its matrix products alone.", "",
                  "| recipe | features/s | Tutti is faster by | deviation |", "|---|---|---|---|"]
        for recipe, ratio in result["ratios"].items():
            lines.append(f"| {recipe} | {result['torch_features_per_second'][recipe]:.2f} | "
                         f"{ratio['median']:.2f} x | {ratio['deviation']:.2f} |")
        lines.append("")
    (RESULTS / "performance.md").write_text("\n".join(lines))
    plot(results)


def plot(results):
    import matplotlib
    matplotlib.use("svg")
    from matplotlib import pyplot
    figure, axes = pyplot.subplots(figsize=(7, 0.8 + 0.5 * sum(len(r["ratios"]) + 1
                                                              for r in results.values())))
    labels, values = [], []
    for name, result in results.items():
        labels.append(f"{name}: Tutti")
        values.append(result["features_per_second"])
        for recipe, rate in result["torch_features_per_second"].items():
            labels.append(f"PyTorch {recipe}")
            values.append(rate)
    colours = ["tab:blue" if label.endswith("Tutti") else "tab:grey" for label in labels]
    axes.barh(range(len(labels)), values, color=colours)
    axes.set_yticks(range(len(labels)), labels)
    axes.invert_yaxis()
    axes.set_xlabel("features/s")
    figure.tight_layout()
    figure.savefig(RESULTS / "performance.svg")


def check(result):
    stored = json.loads((RESULTS / "performance.json").read_text())
    if key(result) not in stored:
        raise SystemExit(f"no stored ratios of {key(result)}; run without --check first")
    fell = []
    for recipe, old in stored[key(result)]["ratios"].items():
        new = result["ratios"][recipe]
        noise = max(old["deviation"], new["deviation"], 1e-9)
        lost = old["median"] - new["median"]
        print(f"{recipe}: {old['median']:.2f} x then, {new['median']:.2f} x now")
        if lost > 0.1 * old["median"] and lost > 3 * noise:
            fell.append(recipe)
    if fell:
        raise SystemExit(f"slower than the stored ratios: {', '.join(fell)}")


def main():
    parser = argparse.ArgumentParser()
    for name in ("program", "model", "train_file"):
        parser.add_argument(name)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=5, help="of Tutti in a round")
    parser.add_argument("--warm_up", type=int, default=1, help="steps of each recipe")
    parser.add_argument("--recipes", nargs="+", default=["R1", "R2", "R2g", "R3"])
    parser.add_argument("--precision", default="auto")
    parser.add_argument("--cache", default=".cache/bench")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    result = summary(options, measure(options))
    if options.check:
        check(result)
    else:
        write(result, " ".join(["./dev bench MODEL TRAIN_FILE", *sys.argv[4:]]))


if __name__ == "__main__":
    main()
