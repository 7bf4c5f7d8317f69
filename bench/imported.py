#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures programs of JAX on the cpu backend against jax.jit, on the same text and arguments.

  imported.py PROGRAM FILE.mlir [...] [--cores 1 2] [--rounds 3] [--repeat 5] [--page FILE.md]

Texts and arguments come from bench/jax_programs.py, in whose environment this runs. Both sides take
turns, `tutti ir run --repeat` and a process that keeps what jax.jit compiled, on the same cores.
A round has REPEAT runs, and of a short program as many as take a third of a second. A
ratio is time here by time there, below 1 where the cpu backend is faster, and the median over the
rounds: of the time that passed, and of the time that processors worked, which counts on a machine
that has other work too.
"""

import argparse
import contextlib
import datetime
import json
import math
import os
import pathlib
import signal
import statistics
import subprocess
import sys

from machine import machine

KINDS = ("seconds", "processor_seconds")
ROUND_SECONDS, MOST_REPEATS = 1 / 3, 60


def medians(found):
    return [statistics.median(found[kind]) for kind in KINDS]


def run_here(options, file, repeat):
    command = [options.program, "ir", "run", file, "--backend", "cpu", "--inputs",
               file.with_suffix(".safetensors"), "--repeat", repeat, "--json", "--quiet"]
    found = subprocess.run([str(word) for word in command], check=True, capture_output=True,
                           text=True).stdout
    return medians(json.loads(found)["functions"][0])


@contextlib.contextmanager
def jax_worker(options, file):
    """A function that runs a round there. Between rounds the process is stopped: its threads would
    take processor time from the other side."""
    command = [sys.executable, pathlib.Path(__file__).with_name("jax_programs.py"), "--serve", file]
    with subprocess.Popen([str(word) for word in command], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True) as worker:
        def turn(repeat):
            worker.send_signal(signal.SIGCONT)
            worker.stdin.write(f"{repeat}\n")
            worker.stdin.flush()
            line = worker.stdout.readline()
            if not line:
                sys.exit(f"{file.stem}: JAX's process ended")
            worker.send_signal(signal.SIGSTOP)
            return medians(json.loads(line))
        yield turn
        worker.stdin.close()
        worker.send_signal(signal.SIGCONT)


def measure(options, file, cores):
    """Seconds here and there, and ratios, each of time that passed and of processors."""
    os.sched_setaffinity(0, cores)  # which both processes inherit
    with jax_worker(options, file) as run_there:
        seconds, _ = run_there(options.repeat)  # compiles
        repeat = max(options.repeat, min(math.ceil(ROUND_SECONDS / seconds), MOST_REPEATS))
        rounds = [(run_here(options, file, repeat), run_there(repeat))
                  for _ in range(options.rounds)]
    here, there = ([statistics.median(r[side][kind] for r in rounds) for kind in range(2)]
                   for side in range(2))
    return here, there, [statistics.median(r[0][kind] / r[1][kind] for r in rounds)
                         for kind in range(2)]


def write_page(options, header, rows):
    lines = ["# Programs of JAX on the cpu backend", "",
             "Each in turns on the cpu backend and by `jax.jit`, in float32, on the same cores. A "
             "ratio is time here by time there: below 1 the cpu backend is faster. "
             f"{datetime.date.today().isoformat()}, {machine(options.program)}.", "",
             "`bench/jax_programs.py FOLDER`, then `bench/imported.py PROGRAM FOLDER/*.mlir "
             f"--rounds {options.rounds} --repeat {options.repeat} "
             "--page docs/results/imported.md`", ""]
    lines += [f"| {' | '.join(row)} |" for row in [header, ["---"] * len(header), *rows]]
    options.page.write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--cores", type=int, nargs="+", default=[1, 2], help="how many, in turn")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--repeat", type=int, default=5, help="the fewest runs in a round")
    parser.add_argument("--page", type=pathlib.Path, help="write the figures there too")
    options = parser.parse_args()
    allowed = sorted(os.sched_getaffinity(0))
    header, rows, ratios = ["program"], [], []
    for count in options.cores:
        cores = "1 core" if count == 1 else f"{count} cores"
        header += [f"{cores}: ms here", "ms there", "ratio", "of processor time"]
    widths = [max(22, len(header[0]))] + [len(title) for title in header[1:]]

    def show(row):
        print("  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths)), flush=True)
        rows.append(row)
    show(header)
    for file in options.files:
        row, found = [file.stem], []
        for count in options.cores:
            here, there, ratio = measure(options, file, allowed[:count])
            row += [f"{1e3 * here[0]:.1f}", f"{1e3 * there[0]:.1f}", *(f"{r:.2f}" for r in ratio)]
            found += ratio
        show(row)
        ratios.append(found)
    means = [f"{statistics.geometric_mean(column):.2f}" for column in zip(*ratios)]
    row = ["geometric mean"]
    for at in range(0, len(means), 2):
        row += ["", "", *means[at:at + 2]]
    show(row)
    if options.page:
        write_page(options, header, rows[1:])


if __name__ == "__main__":
    main()
