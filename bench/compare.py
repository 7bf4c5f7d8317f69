#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures Tutti against PyTorch and JAX in one run, for docs/results/performance.{json,md,svg}.

  compare.py PROGRAM MODEL TRAIN_FILE [--work training question evaluation preparation start
             optimizer memory dropout threads] [--dev_file FILE] [--batch 16] [--rounds 5]
             [--recipes R1 R2f R3f] [--check]

In a round both sides do the same work, one after the other; a ratio is the median over the rounds,
so that a machine that slows down slows both. --check compares with the ratios stored for the same
processor, instruction set and threads, writes nothing, and exits 1 where one fell by more than 10 %
and by more than three deviations. On a processor without stored ratios it stores the measured ones
and judges nothing.
"""

import argparse
import ctypes.util
import datetime
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from baselines import UNITS, judge, write
from machine import machine
from peer import Peer

HERE = pathlib.Path(__file__).parent
QUESTION = "What does the text say?"
MEMORY_RECIPE = "R2"
WORDS = 375  # with 6 tokens of the question and 3 special ones: 384


def peer_environment():
    """glibc gives pages back and makes them up to twice as slow: jemalloc keeps them."""
    library = ctypes.util.find_library("jemalloc")
    kept = {"LD_PRELOAD": library, "MALLOC_CONF":
            "thp:always,dirty_decay_ms:-1,muzzy_decay_ms:-1"} if library else {}
    return os.environ | kept | {"JAX_PLATFORMS": "cpu"}


def rate_of_start(command, line_of_first_step):
    """Starts a second, until the program writes such a line; then it is stopped."""
    begin = time.perf_counter()
    with subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True) as process:
        for line in process.stdout:
            if line_of_first_step in line:
                seconds = time.perf_counter() - begin
                process.kill()
                return 1 / seconds
    raise SystemExit(f"no first step: {command}")


class Peers:
    """Each starts when it is first asked: the recipe J is JAX's, everything else PyTorch's."""

    def __init__(self, options):
        self.options, self.started = options, {}

    def start(self):
        o = self.options
        return rate_of_start([sys.executable, HERE / "torch_start.py", o.model, o.train_file,
                              o.cache], "ready")

    def memory(self):
        """Of a process that does nothing else."""
        self.started.pop("torch", None)
        for line in (MEMORY_RECIPE, MEMORY_RECIPE):
            self.ask(line)
        rate = self.ask("memory")
        self.started.pop("torch")
        return rate

    def ask(self, line):
        name = "jax" if line == "J" else "torch"
        if name not in self.started:
            o = self.options
            files = [o.model, o.train_file] + ([] if name == "jax" else [o.dev_file])
            self.started[name] = Peer(HERE / f"{name}_worker.py", *files, o.cache, o.batch,
                                      stderr=subprocess.DEVNULL, env=peer_environment())
        answer = self.started[name].ask(line)
        return answer["features"] / answer["seconds"]


class Tutti:
    def __init__(self, options):
        self.options = options

    def run(self, command, *arguments, cache=None, model=None):
        words = [self.options.program, command, "--model_name_or_path", model or self.options.model,
                 *arguments, "--json", "--quiet"]
        environment = os.environ | ({"XDG_CACHE_HOME": cache} if cache else {})
        return json.loads(subprocess.run([str(word) for word in words], check=True,
                                         capture_output=True, text=True, env=environment).stdout)

    def benchmark(self, steps, *arguments, **keywords):
        return self.run("benchmark", "--train_file", self.options.train_file,
                        "--per_device_train_batch_size", self.options.batch, "--steps", steps,
                        "--precision", self.options.precision, *arguments, **keywords)

    def few_steps(self, folder, batch):
        """The words of a short training behind its model."""
        return ["--do_train", "--train_file", self.options.train_file, "--max_steps", 4,
                "--per_device_train_batch_size", batch, "--save_strategy", "no", "--output_dir",
                f"{folder}/out", "--precision", self.options.precision]

    def training(self, *arguments, **keywords):
        result = self.benchmark(self.options.steps, *arguments, **keywords)
        return result | {"rate": result["features_per_second"]}

    def question(self):
        result = self.run("predict", "--question", QUESTION, "--context", " the" * WORDS,
                          "--benchmark", "--iterations", 10, "--precision", self.options.precision)
        return {"rate": 1000 / result["benchmark"]["p50_ms"]}

    def evaluation(self):
        with tempfile.TemporaryDirectory() as folder:
            result = self.run("evaluate", "--validation_file", self.options.dev_file,
                              "--max_eval_samples", self.options.questions, "--output_dir", folder,
                              "--precision", self.options.precision, "--pack", "always")
        return {"rate": result["eval_samples_per_second"]}

    def preparation(self):
        with tempfile.TemporaryDirectory() as folder:
            result = self.benchmark(1, cache=folder)
        return {"rate": result["features"] / result["preparation_seconds"]}

    def start(self):
        with tempfile.TemporaryDirectory() as folder:
            words = [self.options.program, "train", "--model_name_or_path", self.options.model,
                     *self.few_steps(folder, self.options.batch)]
            return {"rate": rate_of_start(words, "optimizer")}

    def optimizer(self):
        """Of the steps behind the first one, which touches the moments' memory."""
        with tempfile.TemporaryDirectory() as folder:
            trace = pathlib.Path(folder) / "trace.json"
            self.run("train", *self.few_steps(folder, 1), "--profile", trace)
            events = json.loads(trace.read_text())["traceEvents"]
        norms, updates = ([event["dur"] for event in events if event["name"] == name]
                          for name in ("tutti.squared_norm", "tutti.adamw"))
        spent = sum(sum(times[len(times) // 4:]) for times in (norms, updates))
        return {"rate": 3e6 / spent}

    def memory(self):
        with tempfile.TemporaryDirectory() as folder:
            result = self.run("train", *self.few_steps(folder, self.options.batch))
        return {"rate": 1e9 / result["resident_peak_bytes"]}

    def dropout(self):
        return self.training()

    def without_dropout(self):
        model = pathlib.Path(self.options.model).resolve()
        with tempfile.TemporaryDirectory() as folder:
            for file in model.iterdir():
                (pathlib.Path(folder) / file.name).symlink_to(file)
            config = json.loads((model / "config.json").read_text())
            config |= {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0}
            copy = pathlib.Path(folder) / "config.json"
            copy.unlink()
            copy.write_text(json.dumps(config))
            return self.training(model=folder)["rate"]

    def threads(self):
        """With two; and the rates with one."""
        two, one = self.training("--threads", 2), self.training("--threads", 1)
        gain = two["products_flops_per_second"] / one["products_flops_per_second"]
        self.with_one = {"one thread": one["rate"],
                         "one, by the products' gain": two["rate"] / gain}
        return two


def peers(options, work, tutti, others):
    """What each row is compared with: asks for its rate."""
    if work == "dropout":
        return {"no dropout": tutti.without_dropout}
    if work == "threads":
        return {name: lambda name=name: tutti.with_one[name]
                for name in ("one thread", "one, by the products' gain")}
    if work == "start":
        return {"cached `datasets`": others.start}
    if work == "memory":
        return {MEMORY_RECIPE: others.memory}
    if work == "training":
        lines = {recipe: recipe for recipe in options.recipes}
    elif work == "preparation":
        lines = {"two processes": "preparation 2"}
    elif work == "optimizer":
        lines = {"fused": "optimizer"}
    else:
        count = f" {options.questions}" if work == "evaluation" else ""
        lines = {form: f"{work} {form}{count}" for form in options.forms}
    return {name: lambda line=line: others.ask(line) for name, line in lines.items()}


def measure(options, work, tutti, others):
    asked = peers(options, work, tutti, others)
    if work == "start":
        tutti.start()  # makes the cache
    if work not in ("preparation", "memory", "dropout", "threads"):
        for ask in asked.values():
            ask()  # compiles, and touches its memory
    rounds = []
    for index in range(options.rounds):
        ours = getattr(tutti, work)()
        rates = {name: ask() for name, ask in asked.items()}
        rounds.append({"tutti": ours, "peers": rates})
        print(f"{work}, round {index + 1}: tutti {ours['rate']:.4g} {UNITS[work]}, " +
              ", ".join(f"{name} {rate:.4g}" for name, rate in rates.items()), flush=True)
    return rounds


def summary(options, work, machine, rounds):
    first = rounds[0]["tutti"]
    rows = {}
    for name in rounds[0]["peers"]:
        ratios = [r["tutti"]["rate"] / r["peers"][name] for r in rounds]
        rows[name] = {"rate": statistics.median(r["peers"][name] for r in rounds),
                      "ratio": statistics.median(ratios), "deviation": statistics.pstdev(ratios)}
    result = {"work": work, "model": pathlib.Path(options.model).name,
              "date": datetime.date.today().isoformat(), "machine": machine,
              "rate": statistics.median(r["tutti"]["rate"] for r in rounds), "peers": rows}
    if "peak_share" in first:
        result |= {"batch": options.batch, "precision": first["precision"],
                   "peak_share": statistics.median(r["tutti"]["peak_share"] for r in rounds)}
    return result


def main():
    parser = argparse.ArgumentParser()
    for name in ("program", "model", "train_file"):
        parser.add_argument(name)
    parser.add_argument("--work", nargs="+", choices=UNITS, default=["training"])
    parser.add_argument("--dev_file", default="", help="for the work evaluation")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--questions", type=int, default=500, help="evaluated in a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=5, help="of Tutti's training in a round")
    parser.add_argument("--recipes", nargs="+", default=["R1", "R2", "R2g", "R3", "J"])
    parser.add_argument("--forms", nargs="+", choices=["f32", "bf16", "bf16_compiled"],
                        default=["f32", "bf16"], help="of PyTorch's questions and evaluation")
    parser.add_argument("--precision", default="auto")
    parser.add_argument("--cache", default=".cache/bench")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    if "evaluation" in options.work and not options.dev_file:
        parser.error("--work evaluation needs --dev_file")
    flags = ["DEV_FILE" if word == options.dev_file else word for word in sys.argv[4:]]
    command = " ".join(["./dev bench MODEL TRAIN_FILE", *flags])
    tutti, others = Tutti(options), Peers(options)
    for work in options.work:
        result = summary(options, work, machine(options.program),
                         measure(options, work, tutti, others))
        if not options.check or not judge(result):
            write(result, command)


if __name__ == "__main__":
    main()
