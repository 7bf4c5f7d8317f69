# SPDX-License-Identifier: Apache-2.0
"""The ratios that were measured, by work, model and machine: docs/results/performance.*."""

import json
import pathlib

RESULTS = pathlib.Path(__file__).parents[1] / "docs" / "results"
UNITS = {"training": "features/s", "question": "questions/s", "evaluation": "windows/s",
         "preparation": "features/s", "start": "starts/s", "optimizer": "updates/s",
         "memory": "1/GB", "dropout": "features/s", "threads": "features/s"}
MEANING = {
    "training": "Whole steps: dropout 0.1, clipping and AdamW included",
    "question": "One question of 384 tokens at a time",
    "evaluation": "Forward passes over the dev set's windows",
    "preparation": "Reading, tokenising and cutting the whole train set, nothing cached; PyTorch's "
                   "side is `datasets.map`",
    "start": "From the start of the program to that of its first step, data cached; PyTorch's "
             "side is a script without a Trainer",
    "optimizer": "Clipping and AdamW over all parameters",
    "memory": "One by the most memory that the process of a training had",
    "dropout": "Whole steps, and those of the same model without dropout",
    "threads": "Whole steps with two threads; and with one, as measured and as it would be if "
               "steps gained what their matrix products alone gain",
}

OF_ONESELF = ("dropout", "threads")  # compared with Tutti itself, and not in the picture


def work_of(result):
    batch = f", batch {result['batch']}, {result['precision']}" if "batch" in result else ""
    return f"{result['work']}, {result['model']}{batch}"


def key(result):
    """Of two machines no ratio is compared: peers gain from other things than Tutti does."""
    return f"{work_of(result)}, {result['machine']}"


def stored_results(folder=RESULTS):
    stored = folder / "performance.json"
    results = json.loads(stored.read_text()).values() if stored.exists() else []
    return {key(result): result for result in results}


def write(result, command, folder=RESULTS):
    folder.mkdir(parents=True, exist_ok=True)
    results = stored_results(folder) | {key(result): result | {"command": command}}
    (folder / "performance.json").write_text(json.dumps(results, indent=2) + "\n")
    (folder / "performance.md").write_text(page(results.values()))
    plot(results.values(), folder / "performance.svg")


def page(results):
    lines = ["# Speed against PyTorch and JAX", "",
             "Real SQuAD text. Both sides take turns in one run; ratios are medians over its",
             "rounds. The recipes stand in `bench/torch_worker.py`, J in `bench/jax_worker.py`.",
             "`./dev bench --check` compares with those of the same machine, and of no other."]
    for machine in dict.fromkeys(result["machine"] for result in results):
        lines += ["", f"## {machine}"]
        for result in results:
            if result["machine"] == machine:
                lines += section(result)
    return "\n".join(lines) + "\n"


def section(result):
    share = (f", {100 * result['peak_share']:.0f} % of its matrix products by the best library here"
             if "peak_share" in result else "")
    unit = UNITS[result["work"]]
    lines = ["", f"### {work_of(result)}", f"{MEANING[result['work']]}. {result['date']}. "
             f"Tutti: {result['rate']:.4g} {unit}{share}.", "",
             f"`{result['command']}`", "",
             f"| peer | {unit} | Tutti is faster by | deviation |", "|---|---|---|---|"]
    for peer, row in result["peers"].items():
        lines.append(f"| {peer} | {row['rate']:.4g} | {row['ratio']:.2f} x | "
                     f"{row['deviation']:.2f} |")
    return lines


def plot(results, file):
    """A panel for each machine, with a bar for each peer."""
    import matplotlib
    matplotlib.use("svg")
    from matplotlib import pyplot
    panels = {}
    for result in results:
        if result["work"] not in OF_ONESELF:
            panels.setdefault(result["machine"], []).extend(
                (f"{work_of(result)}: {peer}", row["ratio"])
                for peer, row in result["peers"].items())
    heights = [len(bars) for bars in panels.values()]
    figure, all_axes = pyplot.subplots(
        len(panels), figsize=(9, 1 + 0.28 * sum(heights) + 0.4 * len(panels)), sharex=True,
        squeeze=False, height_ratios=heights)
    for (machine, bars), axes in zip(panels.items(), all_axes[:, 0]):
        axes.barh(range(len(bars)), [ratio for _, ratio in bars], color="tab:blue")
        axes.set_yticks(range(len(bars)), [name for name, _ in bars])
        axes.bar_label(axes.containers[0], fmt="%.1f x", padding=3)
        axes.axvline(1, color="black", linewidth=1)
        axes.invert_yaxis()
        axes.set_xscale("log")
        axes.set_title(machine, fontsize="medium")
        axes.spines[["top", "right"]].set_visible(False)
    all_axes[-1, 0].set_xlim(0.8, 60)
    all_axes[-1, 0].set_xticks([1, 2, 5, 10, 20, 50], ["1", "2", "5", "10", "20", "50"])
    all_axes[-1, 0].set_xlabel("Tutti's rate / the peer's")
    figure.tight_layout()
    figure.savefig(file, metadata={"Date": None})


def judge(result, folder=RESULTS):
    """Whether there are ratios of this machine; SystemExit where one of them fell."""
    stored = stored_results(folder).get(key(result))
    if not stored:
        print(f"{key(result)}: no ratios of this machine yet; these are stored, and not judged")
        return False
    fell = []
    for name, old in stored["peers"].items():
        if name not in result["peers"]:
            continue
        new = result["peers"][name]
        noise = max(old["deviation"], new["deviation"], 1e-9)
        lost = old["ratio"] - new["ratio"]
        print(f"{key(result)}, {name}: {old['ratio']:.2f} x then, {new['ratio']:.2f} x now")
        if lost > 0.1 * old["ratio"] and lost > 3 * noise:
            fell.append(name)
    if fell:
        raise SystemExit(f"{key(result)}: slower than the stored ratios to {', '.join(fell)}")
    return True
