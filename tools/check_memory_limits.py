#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every command of the program under limits of its address space, as `ulimit -v` sets them,
or of the memory of a control group.

  check_memory_limits.py PROGRAM [--steps 40] [--least 60] [--most 1200] [--limits MB,MB,...]
                         [--only WORD] [--timeout 20] [--cgroup FOLDER]

FOLDER is an empty memory group, as root makes one: `mkdir /sys/fs/cgroup/memory/limits`.

A run may end with 0, with 4 and a line on stderr that says that memory is out, or as the system's
loader ends it; in time, and by no signal. Exit codes: 0 all did, 1 one did not, 2 a command of
the program has no line here.
"""

import argparse
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
QUICKSTART = ROOT / "examples" / "quickstart"
DECODER = ROOT / "tests" / "golden" / "gguf" / "models" / "llama-f16.gguf"
FACTORS = ROOT / "tests" / "backend" / "linear_algebra" / "qr.mlir"
LOADER = ("error while loading shared libraries", "cannot create", "cannot allocate memory in")
BERT = ["--model_name_or_path", "{model}", "--max_seq_length", "64", "--doc_stride", "16"]
TRAIN = BERT + ["--train_file", "{train}"]

# What each command is run with; those of one name are separated by what is behind the dot.
COMMANDS = {
    "version": ["--version"],
    "help": ["--help"],
    "train": ["train", *TRAIN, "--do_train", "--max_steps", "2", "--max_train_samples", "16",
              "--per_device_train_batch_size", "2", "--output_dir", "{out}/train",
              "--overwrite_output_dir", "--overwrite_cache"],
    "train.parts": ["train", *TRAIN, "--do_train", "--max_steps", "1", "--max_train_samples", "8",
                    "--gradient_accumulation_steps", "2", "--precision", "bf16", "--output_dir",
                    "{out}/parts", "--overwrite_output_dir"],
    "evaluate": ["evaluate", *BERT, "--validation_file", "{dev}", "--max_eval_samples", "8",
                 "--output_dir", "{out}/evaluate"],
    "predict": ["predict", "--model_name_or_path", "{model}", "--question", "Who?", "--context",
                "Ada wrote it.", "--max_seq_length", "64", "--doc_stride", "16"],
    "encode": ["encode", "{model}", "{suite}", "--max_seq_length", "64"],
    "score": ["score", "{dev}", "{predictions}"],
    "score.large": ["score", "{large}", "{predictions}"],
    "tokenize": ["tokenize", "--model_name_or_path", "{model}", "{lines}"],
    "benchmark": ["benchmark", *TRAIN, "--per_device_train_batch_size", "2", "--steps", "2"],
    "validate": ["validate", "--model", "{program}", "--backend", "cpu", "--output",
                 "{out}/validate"],
    "export": ["export", "--model", "{model}", "--function", "step", "--max_seq_length", "64",
               "--output", "{out}/export.mlir"],
    "ir verify": ["ir", "verify", "{program}"],
    "ir print": ["ir", "print", "{program}"],
    "ir run": ["ir", "run", "{program}"],
    "ir run.cpu": ["ir", "run", "{program}", "--backend", "cpu"],
    "ir run.large": ["ir", "run", "{products}", "--backend", "cpu"],
    "ir run.avx2": ["ir", "run", "{products}", "--backend", "cpu"],
    "ir run.lapack": ["ir", "run", "{factors}", "--backend", "cpu"],
    "ir grad": ["ir", "grad", "{program}", "--function", "grown"],
    "ir lower": ["ir", "lower", "{program}"],
    "ir adapt": ["ir", "adapt", "{weights}"],
    "launch": ["launch", "--", "train", *TRAIN, "--do_train", "--max_steps", "1",
               "--max_train_samples", "4", "--output_dir", "{out}/launch",
               "--overwrite_output_dir"],
    "launch.list": ["launch", "--list", "--jobs_dir", "{out}/jobs"],
    "compile": ["compile", "--help"],  # else it needs a device's compiler
    "estimate": ["estimate", *TRAIN, "--do_train", "--max_train_samples", "16"],
    "merge": ["merge", "{model}", "--adapter", "{adapter}", "--output_dir", "{out}/merged"],
    "generate": ["generate", "{decoder}", "--prompt", "Once", "--max_new_tokens", "8"],
    "chat": ["chat", "--help"],  # else as generate, whose decoder has no chat template here
    "report": ["report", "{model}", "--output", "{out}/report.html"],
    "serve": ["serve", "--help"],  # it serves until it is ended
    "suite": ["suite", "{suite}", "--output", "{out}/suite"],
    "completion": ["completion", "bash"],
    "sync": ["sync", "--help"],  # else it needs a server
    "manual": ["manual"],
    "devices": ["devices"],
    "doctor": ["doctor"],
}
PROGRAM = """func.func @main() -> tensor<f32> {
  %x = stablehlo.constant dense<0.1> : tensor<8x8xf32>
  %result = func.call @grown(%x) : (tensor<8x8xf32>) -> tensor<f32>
  return %result : tensor<f32>
}
func.func @grown(%x: tensor<8x8xf32>) -> tensor<f32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]
      : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.tanh %0 : tensor<8x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0, 1]
      : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}
"""
WEIGHTS = """func.func @main(%x: tensor<4x3xf32>, %w: tensor<5x3xf32> {tutti.name = "w"})
    -> tensor<4x5xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1]
      : (tensor<4x3xf32>, tensor<5x3xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
"""
SUITE = """name: small
jobs:
  - name: completion
    command: [completion, bash]
"""
PRODUCTS = """func.func @main() -> tensor<f32> {
  %x = stablehlo.constant dense<1.0> : tensor<3000x3000xf32>
  %0 = stablehlo.exponential %x : tensor<3000x3000xf32>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0]
      : (tensor<3000x3000xf32>, tensor<3000x3000xf32>) -> tensor<3000x3000xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0, 1]
      : (tensor<3000x3000xf32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}
"""


def environment(name):
    """Products by OpenBLAS, for the runs that are named so."""
    return os.environ | ({"ONEDNN_MAX_CPU_ISA": "AVX2"} if name.endswith(".avx2") else {})


def copied(articles, copy):
    """One article of all of them, whose questions have ids of their own."""
    paragraphs = [paragraph | {"qas": [question | {"id": f"{question['id']}-{copy}"}
                                       for question in paragraph["qas"]]}
                  for article in articles for paragraph in article["paragraphs"]]
    return {"title": str(copy), "paragraphs": paragraphs}


def prepare(program, folder):
    """Inputs for the commands, by the names that stand for them."""
    dev = json.loads((QUICKSTART / "dev.json").read_text())
    answers = {question["id"]: "so" for article in dev["data"]
               for paragraph in article["paragraphs"] for question in paragraph["qas"]}
    texts = {"predictions": json.dumps(answers), "program": PROGRAM, "products": PRODUCTS,
             "weights": WEIGHTS, "suite": SUITE,
             "lines": json.dumps("Who wrote it?") + "\n",
             "large": json.dumps({"data": [copied(dev["data"], copy) for copy in range(400)]})}
    paths = {"out": folder / "out", "dev": QUICKSTART / "dev.json",
             "train": QUICKSTART / "train.json", "model": folder / "model", "factors": FACTORS,
             "adapter": folder / "adapter", "decoder": DECODER}
    for name, text in texts.items():
        ending = {"program": "mlir", "products": "mlir", "weights": "mlir", "suite": "yaml"}
        paths[name] = folder / f"{name}.{ending.get(name, 'json')}"
        paths[name].write_text(text)
    def train(base, output, *more):
        subprocess.run([program, "train", "--model_name_or_path", base, "--train_file",
                        paths["train"], "--do_train", "--max_steps", "1", "--max_train_samples",
                        "4", "--max_seq_length", "64", "--doc_stride", "16", "--output_dir",
                        output, "--quiet", *more],
                       check=True, env=os.environ | {"XDG_CACHE_HOME": str(folder / "cache")})

    train(QUICKSTART / "tiny_bert", paths["model"], "--allow_missing_tensors")
    train(paths["model"], paths["adapter"], "--use_peft")
    return paths


def problem(result):
    """What is wrong with how a run ended; None where nothing is."""
    code, message = result.returncode, result.stderr.decode(errors="replace")
    if code < 0:
        return f"ended by {signal.Signals(-code).name}"
    if code == 0 or (code == 127 and any(text in message for text in LOADER)):
        return None
    last = (message.strip().splitlines() or ["nothing on stderr"])[-1][:160]
    if code == 4 and re.search("memory|threads|needs .* [KMG]iB", message):
        return None
    return f"exit code {code}: {last}"


def limit_of(group, limit):
    """Limits the group, if there is one; what a process does to come under the limit."""
    if not group:
        return lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    names = ["memory.max", "memory.limit_in_bytes"]  # of version 2 and 1
    next(group / name for name in names if (group / name).exists()).write_text(str(limit))
    return lambda: (group / "cgroup.procs").write_text(str(os.getpid()))


def run(words, megabytes, timeout, variables, group):
    limit = megabytes * 1000 * 1024  # as `ulimit -v` counts thousands
    try:
        return problem(subprocess.run(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            timeout=timeout, env=variables,
            preexec_fn=limit_of(group, limit)))
    except subprocess.TimeoutExpired:
        return f"took more than {timeout} s"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--least", type=int, default=60)
    parser.add_argument("--most", type=int, default=1200)
    parser.add_argument("--limits", help="MB, instead of the three above")
    parser.add_argument("--only", help="commands that have this word in their name")
    parser.add_argument("--timeout", type=float, default=20)
    parser.add_argument("--cgroup", type=pathlib.Path)
    options = parser.parse_args()
    limits = [int(word) for word in options.limits.split(",")] if options.limits else [
        options.least + (options.most - options.least) * step // (options.steps - 1)
        for step in range(options.steps)]

    page = subprocess.check_output([options.program, "--help"], text=True)
    listed = page.split("Commands:\n")[1].split("\n\n")[0].splitlines()
    named = {re.match(r"  (\S+(?: \S+)*)", line).group(1) for line in listed}
    missing = named - {name.split(".")[0] for name in COMMANDS}
    if missing:
        print(f"no arguments are known for {', '.join(sorted(missing))}", file=sys.stderr)
        return 2

    runs, problems = 0, 0
    with tempfile.TemporaryDirectory(prefix="tutti-limits-") as name:
        folder = pathlib.Path(name)
        paths = prepare(options.program, folder)
        for command, words in COMMANDS.items():
            if options.only and options.only not in command:
                continue
            variables = environment(command) | {"XDG_CACHE_HOME": str(folder / "cache")}
            words = [options.program] + [word.format(**paths) for word in words]
            free = run(words, 1 << 20, 600, variables, options.cgroup)
            if free:
                print(f"{command}, unlimited: {free}")
                problems += 1
                continue
            for limit in limits:
                found = run(words, limit, options.timeout, variables, options.cgroup)
                runs += 1
                if found:
                    problems += 1
                    print(f"{command}, {limit} MB: {found}", flush=True)
    print(f"{problems} problems in {runs} runs, {len(limits)} limits")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
