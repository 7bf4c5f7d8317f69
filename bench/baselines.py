# SPDX-License-Identifier: Apache-2.0
"""The ratios that were measured, by work, model and machine: docs/results/performance.*."""

import json
import pathlib

import speed_pictures

RESULTS = pathlib.Path(__file__).parents[1] / "docs" / "results"
UNITS = {"training": "features/s", "question": "questions/s", "evaluation": "windows/s",
         "preparation": "features/s", "start": "starts/s", "optimizer": "updates/s",
         "memory": "1/GB", "dropout": "features/s", "threads": "features/s"}
MEANING = {
    "training": "Whole steps, with dropout 0.1, clipping and AdamW",
    "question": "One question of 384 tokens at a time",
    "evaluation": "Forward passes over the windows of the dev set",
    "preparation": "Reading, tokenising and cutting the whole train set, with nothing cached",
    "start": "From the start of the program to its first step, with cached data; PyTorch's side "
             "is a script without a Trainer",
    "optimizer": "Clipping and AdamW over all parameters",
    "memory": "The reciprocal of the peak memory of a training's process",
    "dropout": "Whole steps, beside those of the same model without dropout",
    "threads": "Whole steps with two threads, beside those with one: as measured, and as if steps "
               "gained as much as their matrix products",
}


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
    speed_pictures.draw(results.values(), folder)


def page(results):
    lines = ["# Speed against PyTorch and JAX", "",
             "The text is SQuAD's. Both sides take turns in one run; a ratio is the median over",
             "the rounds. `bench/torch_worker.py` describes PyTorch's recipes,",
             "`bench/jax_worker.py` JAX's. `./dev bench --check` compares with the ratios of the",
             "same machine only.", ""]
    lines += [f"![{question}]({name})" for name, (question, _) in speed_pictures.QUESTIONS.items()]
    lines += ["", "`bench/speed_pictures.py` draws them from the ratios below, which have the "
              "standard deviation of the rounds as a thin line."]
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
    lines = ["", f"### {work_of(result)}", f"{MEANING[result['work']]}.",
             f"{result['date']}. Tutti: {result['rate']:.4g} {unit}{share}.", "",
             f"`{result['command']}`", "",
             f"| peer | {unit} | Tutti is faster by | deviation |", "|---|---|---|---|"]
    for peer, row in result["peers"].items():
        words = speed_pictures.in_words(peer)
        name = f"{words} ({peer})" if words != peer else peer
        lines.append(f"| {name} | {row['rate']:.4g} | {row['ratio']:.2f} x | "
                     f"{row['deviation']:.2f} |")
    return lines


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
