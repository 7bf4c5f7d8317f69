#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what `tutti benchmark --plan_world` predicts with trainings on several hosts, which a
tool emulates on this machine.

    scale.py CLUSTER PROGRAM [--hosts 1,2,3,4] [--rates 20mbit,100mbit,500mbit] [--latency T]
             [--micro_batches V] [--shares 5,3] [--cpu F] [--steps N] [--repeats N]

CLUSTER is a program with the commands `up N --rate R --cpu F`, `run HOST CMD...` and `down`:
network namespaces with links of a given rate and limits of processor time. 10.77.0.10 is host 0's
address. PROGRAM is tutti. --shares gives the shares of the one world that has as many processes;
the others have equal ones. The model is so small, and its sequences so short, that it takes longer
to send its gradients than to compute them.

Predictions and trainings take turns, so that a busy machine is as busy for both. Prints a table:
for each rate and number of hosts the median of all measured steps, the median of the predictions,
and by how much these are wrong.
"""

import argparse
import datetime
import json
import os
import pathlib
import secrets
import shutil
import statistics
import subprocess
import sys
import tempfile

import machine
from emulated_hosts import emulated_hosts

PORT = "29513"
TINY_BERT = pathlib.Path(__file__).parent.parent / "examples" / "quickstart" / "tiny_bert"
WORDS = 1500  # of the vocabulary, so that the table of embeddings is small


def write_model(folder):
    folder.mkdir()
    config = json.loads((TINY_BERT / "config.json").read_text())
    config["vocab_size"] = WORDS
    (folder / "config.json").write_text(json.dumps(config))
    words = (TINY_BERT / "vocab.txt").read_text().splitlines(keepends=True)
    (folder / "vocab.txt").write_text("".join(words[:WORDS]))
    shutil.copy(TINY_BERT / "tokenizer_config.json", folder)


def write_data(path):
    """Questions whose answer is the first word of their text."""
    letters = "abcdefghijklmnopqrst"
    paragraphs = [{"context": " ".join(letters[k % 20:] + letters[:k % 20]), "qas": [
        {"id": str(k), "question": "which ?",
         "answers": [{"text": letters[k % 20], "answer_start": 0}]}]} for k in range(480)]
    path.write_text(json.dumps({"data": [{"title": "letters", "paragraphs": paragraphs}]}))


def common_words(arguments):
    return ["--model_name_or_path", str(arguments.folder / "model"), "--allow_missing_tensors",
            "--train_file", str(arguments.folder / "train.json"), "--max_seq_length", "32",
            "--doc_stride", "4", "--precision", "f32", "--per_device_train_batch_size", "1",
            "--micro_batches", str(arguments.micro_batches), "--threads", "1"]


def shares_words(arguments, hosts):
    given = arguments.shares.split(",") if arguments.shares else []
    return ["--shares", arguments.shares] if hosts > 1 and len(given) == hosts else []


def predict(arguments, rate, hosts):
    words = [arguments.program, "benchmark", *common_words(arguments), "--plan_world", str(hosts),
             "--link", f"{rate},{arguments.latency}", "--steps", str(arguments.steps),
             "--gradient_accumulation_steps", str(arguments.micro_batches), "--json", "--quiet",
             *shares_words(arguments, hosts)]
    found = subprocess.run([arguments.cluster, "run", "0", *words], check=True,
                           stdout=subprocess.PIPE, text=True).stdout
    return json.loads(found)["worlds"][0]


def train(arguments, output, hosts):
    """The seconds of each step but the first few."""
    words = [arguments.program, "train", *common_words(arguments), "--do_train", "--max_steps",
             str(arguments.steps + 3), "--logging_steps", "1", "--report_to", "jsonl",
             "--save_strategy", "no", "--output_dir", str(output), *shares_words(arguments, hosts)]
    processes = []
    for rank in range(hosts):
        place = ["--rank", str(rank), "--world_size", str(hosts), "--master_addr", "10.77.0.10",
                 "--master_port", PORT] if hosts > 1 else []
        processes.append(subprocess.Popen(
            [arguments.cluster, "run", str(rank), *words, *place], stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True))
    texts = [process.communicate()[1] for process in processes]
    for process, text in zip(processes, texts):
        if process.returncode != 0:
            sys.exit(f"a training ended with code {process.returncode}: {text[-2000:]}")
    lines = [json.loads(line) for line in (output / "metrics.jsonl").read_text().splitlines()]
    times = [line["time"] for line in lines if line["phase"] == "train"]
    return [after - before for before, after in zip(times[2:], times[3:])]


def measure(arguments, rate):
    """[hosts]: all measured steps, and all predictions of one."""
    hosts = [int(part) for part in arguments.hosts.split(",")]
    steps, predictions = {n: [] for n in hosts}, {n: [] for n in hosts}
    with emulated_hosts(arguments.cluster, max(hosts), rate, arguments.cpu):
        for repeat in range(arguments.repeats):
            for n in hosts:
                predictions[n].append(predict(arguments, rate, n))
                steps[n] += train(arguments, arguments.folder / f"{rate}-{n}-{repeat}", n)
    return steps, predictions


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    for name in ("cluster", "program"):
        parser.add_argument(name)
    parser.add_argument("--hosts", default="1,2,3,4")
    parser.add_argument("--rates", default="20mbit,100mbit,500mbit")
    parser.add_argument("--latency", default="50us")
    parser.add_argument("--micro_batches", type=int, default=12)
    parser.add_argument("--shares", default="")
    parser.add_argument("--cpu", default="0.5")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    os.environ["TUTTI_TOKEN"] = secrets.token_hex(16)
    print(f"{machine.machine(arguments.program)}, {datetime.date.today()}, load "
          f"{os.getloadavg()[0]:.1f}, {arguments.cpu} of a core a host")
    print("| link | hosts | step, ms | predicted, ms | of it exposed | sent each | error |\n"
          "|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        arguments.folder = pathlib.Path(name)
        write_model(arguments.folder / "model")
        write_data(arguments.folder / "train.json")
        for rate in arguments.rates.split(","):
            steps, predictions = measure(arguments, rate)
            for n, measured in steps.items():
                step = statistics.median(measured)
                predicted, exposed = (statistics.median(one[key] for one in predictions[n])
                                      for key in ("step_seconds", "exposed_seconds"))
                sent = predictions[n][0]["most_bytes_sent"]
                print(f"| {rate} | {n} | {step * 1e3:.1f} | {predicted * 1e3:.1f} | "
                      f"{exposed * 1e3:.1f} | {sent / 1e6:.2f} MB | {predicted / step - 1:+.1%} |",
                      flush=True)


if __name__ == "__main__":
    main()
