#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures a training step of ResNet-BK on WikiText-2 against PyTorch.

  resnet_bk.py PROGRAM WORDS [--rounds 3] [--steps 4] [--rows 32] [--threads 1]
               [--precision f32 bf16]

WORDS is wiki.train.tokens. The model is that of docs/resnet_bk.md: 64 wide, 4 layers, 4 experts,
rows of 128 words, all words of the file. The other side is bench/resnet_bk_worker.py: the same
model, whose weights it writes, with fused AdamW and clipping, and autocast for bf16; first the
losses of both on the same rows are compared. Both measure in turns. Seconds are those of the
processor, a ratio is the median over the rounds, and memory is the most that a process had without
code and mapped files. The share of the product rate is that of the same run, by the clock.
"""

import argparse
import collections
import itertools
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

from machine import machine
from peer import Peer

WORKER = pathlib.Path(__file__).parent / "resnet_bk_worker.py"
LENGTH = 128
# Of the mean loss, in which bf16 rounds each product.
TOLERANCE = {"f32": 1e-4, "bf16": 1e-2}


def words_of(path):
    for line in path.open(encoding="utf-8"):
        yield from line.split()
        yield "<eos>"


def make_model(folder, words):
    """config.json and words.txt; PyTorch's side adds the weights."""
    counts = collections.Counter(words_of(words))
    order = sorted(counts, key=lambda word: (-counts[word], word.encode()))
    (folder / "words.txt").write_text("\n".join(order) + "\n", encoding="utf-8")
    (folder / "config.json").write_text(json.dumps({
        "model_type": "resnet_bk", "vocab_size": len(order), "hidden_size": 64,
        "num_hidden_layers": 4, "num_experts": 4, "num_experts_per_tok": 1,
        "max_position_embeddings": LENGTH, "initializer_range": 0.1}))


def tutti(options, folder, precision, command, *words):
    line = [options.program, command, "--task", "lm", "--model_name_or_path", folder,
            "--max_seq_length", LENGTH, "--precision", precision, "--threads", options.threads,
            "--json", "--quiet", *words]
    return json.loads(subprocess.run([str(word) for word in line], check=True, text=True,
                                     stdout=subprocess.PIPE).stdout.splitlines()[-1])


def expect_same_loss(options, folder, precision, other):
    """Of the first words, in one line that fills its rows with its end."""
    path = pathlib.Path(folder) / "first.tokens"
    words = itertools.islice(words_of(options.words), options.rows * LENGTH - 1)
    path.write_text(" ".join(words) + "\n", encoding="utf-8")
    there = other.ask(f"loss {path}")["loss"]  # its weights are written by then
    here = tutti(options, folder, precision, "evaluate", "--validation_file", path)["eval_loss"]
    print(f"{precision}: loss of {options.rows} rows here {here:.6f}, PyTorch {there:.6f}",
          flush=True)
    if abs(here / there - 1) > TOLERANCE[precision]:
        sys.exit("the two sides do not compute the same model")


def measure(options, folder, precision):
    other = Peer(WORKER, folder, options.words, options.rows, precision, options.threads)
    expect_same_loss(options, folder, precision, other)
    other.ask(2)
    rounds = []
    for _ in range(options.rounds):
        rounds.append((tutti(options, folder, precision, "benchmark", "--train_file", options.words,
                             "--per_device_train_batch_size", options.rows, "--steps",
                             options.steps), other.ask(options.steps)))
    other.end()
    return rounds


def show(precision, rounds):
    print(f"\n{precision:22}{'here':>10}{'PyTorch':>10}{'ratio':>8}")
    for name, unit in (("step_processor_seconds", 1), ("step_seconds", 1),
                       ("resident_peak_bytes", 1 << 20)):
        ours, theirs = ([side[name] / unit for side in sides] for sides in zip(*rounds))
        ratio = statistics.median(b / a for a, b in zip(ours, theirs))
        print(f"{name:22}{statistics.median(ours):10.3f}{statistics.median(theirs):10.3f}"
              f"{ratio:8.2f}")
    shares = [here["peak_share"] for here, _ in rounds]
    print(f"of the product rate {min(shares):.0%} to {max(shares):.0%}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("words", type=pathlib.Path)
    for name, value in (("rounds", 3), ("steps", 4), ("rows", 32), ("threads", 1)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--precision", nargs="+", choices=TOLERANCE, default=list(TOLERANCE))
    options = parser.parse_args()
    print(machine(options.program))
    with tempfile.TemporaryDirectory() as folder:
        make_model(pathlib.Path(folder), options.words)
        for precision in options.precision:
            show(precision, measure(options, folder, precision))


if __name__ == "__main__":
    main()
