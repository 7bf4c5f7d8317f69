#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures what budgets of memory cost: --memory_budget of `tutti benchmark`.

  memory_budgets.py PROGRAM [--budgets 80% 65% 50% 40% 30% 20% min] [--timed 65% 40% 20%]
                    [--rounds 1] [--steps 1] -- FLAGS

FLAGS are those of the training: model, task, data, batch. Each budget is planned, which costs no
step. Those of --timed run in turns, beside steps without a budget before and after them in each
round: the time is of the processor, and a ratio is to the mean of the two. With
--gradient_accumulation_steps 2 the gradients lie apart from what a micro-batch needs, as in other
frameworks, and are no part of the plan.
"""

import argparse
import json
import statistics
import subprocess
import sys

from machine import machine

BUDGETS = ["80%", "65%", "50%", "40%", "30%", "20%", "min"]
NONE = "none"


def flags_of(budget):
    return [] if budget == NONE else ["--memory_budget", budget]


def plan(options, budget):
    """The bytes of a step besides its state and sums; None and the reason where it is refused."""
    done = subprocess.run([options.program, "estimate", "--do_train", "--measured_steps", "0",
                           "--max_steps", "1", "--json", "--quiet", *options.flags,
                           *flags_of(budget)], capture_output=True, text=True)
    if done.returncode:
        return None, done.stderr.strip()
    memory = json.loads(done.stdout.splitlines()[-1])["memory"]
    return (memory["step_bytes"], "") if memory["fits"] else (None, memory["reason"])


def steps(options, budget):
    done = subprocess.run([options.program, "benchmark", "--steps", str(options.steps), "--json",
                           "--quiet", *options.flags, *flags_of(budget)], check=True,
                          capture_output=True, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def timed(options, budgets):
    """By budget: ratios of time, the peak of memory, and whether losses are those without."""
    ratios, found = {budget: [] for budget in budgets}, {}
    for _ in range(options.rounds):
        before = steps(options, NONE)
        runs = {budget: steps(options, budget) for budget in budgets}
        after = steps(options, NONE)
        plain = statistics.mean(run["step_processor_seconds"] for run in (before, after))
        print(f"a step without a budget: {before['step_processor_seconds']:.2f} and "
              f"{after['step_processor_seconds']:.2f} s, of {before['resident_peak_bytes'] >> 20} "
              "MiB at the peak", flush=True)
        for budget, run in runs.items():
            ratios[budget].append(run["step_processor_seconds"] / plain)
            found[budget] = (run["resident_peak_bytes"], run["losses"] == before["losses"])
    return ratios, found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--budgets", nargs="+", default=BUDGETS)
    parser.add_argument("--timed", nargs="*", default=["65%", "40%", "20%"])
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--steps", type=int, default=1)
    parser.add_argument("flags", nargs="+", help="after --")
    options = parser.parse_args()
    print(machine(options.program), flush=True)
    whole, reason = plan(options, NONE)
    if whole is None:
        sys.exit(reason)
    print(f"without a budget {whole / 2**20:.1f} MiB", flush=True)
    plans = {}
    for budget in dict.fromkeys([*options.budgets, *options.timed]):
        size, reason = plans[budget] = plan(options, budget)
        print(f"{budget:5} " + (f"{size / 2**20:.1f} MiB, {size / whole:.1%}" if size else reason),
              flush=True)
    can = [budget for budget in options.timed if plans[budget][0]]
    if not can:
        return
    ratios, found = timed(options, can)
    for budget in can:
        peak, same = found[budget]
        print(f"{budget:5} {statistics.median(ratios[budget]) - 1:+.1%} of the time "
              f"({', '.join(f'{ratio:.3f}' for ratio in ratios[budget])}), {peak >> 20} MiB at the "
              f"peak, losses {'equal to the bit' if same else 'DIFFER'}")


if __name__ == "__main__":
    main()
