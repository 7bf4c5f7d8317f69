#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures training steps of causal language models against transformers and PEFT.

  language_models.py PROGRAM [--work lora-bf16 answers-bf16 lora-f32 full-bf16] [--rounds 3]
                     [--steps 2] [--rows 1] [--threads 1] [--page FILE.md]

Models have random weights and the shapes of Qwen2.5-0.5B (lora) and of a Llama of 63 M parameters
(full). A step is a row of 1,024 tokens: four documents that do not see each other, of which every
token counts. In `answers` rows are questions of law, packed, of which only the answers count; the
other side packs documents of the same mean length, or pads each to a row of its own, as people do
who do not pack. Both sides take turns. What is compared is tokens per second of processor time,
which a machine's other work disturbs least; a ratio is the median over the rounds. Of Tutti it is
the difference between a training of few steps and one of more, so that the start does not count.
"""

import argparse
import datetime
import json
import os
import pathlib
import random
import resource
import statistics
import subprocess
import sys
import tempfile

import torch
import transformers

from machine import machine

HERE = pathlib.Path(__file__).parent
TOKENS, DOCUMENT, QUESTION = 1024, 256, 82
QUESTIONS = HERE.parent / "examples/quickstart/chat/train.jsonl"
QWEN = ("Qwen2.5-0.5B", transformers.Qwen2Config, dict(
    vocab_size=151936, hidden_size=896, intermediate_size=4864, num_hidden_layers=24,
    num_attention_heads=14, num_key_value_heads=2, max_position_embeddings=32768))
SHAPES = {
    "lora": QWEN,
    "answers": QWEN,
    "full": ("Llama of 63 M", transformers.LlamaConfig, dict(
        vocab_size=49152, hidden_size=512, intermediate_size=1536, num_hidden_layers=12,
        num_attention_heads=8, num_key_value_heads=4, max_position_embeddings=2048))}
# By work: how Tutti is told, and what it is compared with.
WORK = {
    "lora-bf16": (["--precision", "bf16"], [["lora", "bf16"], ["lora", "bf16", "checkpoint"]]),
    "answers-bf16": (["--precision", "bf16"],
                     [["lora", "bf16", "answers"], ["lora", "bf16", "answers", "padded"]]),
    "lora-f32": (["--precision", "f32"], [["lora"]]),
    "full-bf16": (["--precision", "bf16"], [["autocast"], ["autocast", "compile"]])}
LORA = ["--use_peft", "--lora_r", 32, "--lora_alpha", 64, "--lora_dropout", 0.05,
        "--lora_target_modules", "all-linear"]


def make_model(folder, kind, narrow, tokenizer):
    """A folder with random weights, and a tokenizer whose ids are within the vocabulary."""
    _, config, sizes = SHAPES[kind]
    config = config(**sizes, tie_word_embeddings=True)
    with torch.device("meta"):
        model = transformers.AutoModelForCausalLM.from_config(config)
    model = model.to_empty(device="cpu").to(torch.bfloat16 if narrow else torch.float32)
    generator = torch.Generator().manual_seed(0)
    pool = torch.randn(1 << 20, generator=generator) * 0.02
    for name, parameter in model.named_parameters():
        flat = parameter.data.view(-1)
        if parameter.dim() == 1:
            flat.fill_(0 if name.endswith("bias") else 1)
            continue
        for at in range(0, flat.numel(), pool.numel()):
            flat[at:at + pool.numel()] = pool[:flat.numel() - at]
    model.tie_weights()
    model.save_pretrained(folder)
    (folder / "tokenizer.json").write_bytes(tokenizer.read_bytes())


def write_documents(path, tokenizer):
    """Texts of at least DOCUMENT tokens; Tutti cuts their ends."""
    words = [word for word in json.loads(tokenizer.read_text())["model"]["vocab"]
             if word.isascii() and word.isalpha() and word.islower()]
    numbers = random.Random(0)
    with path.open("w") as file:
        for _ in range(64):
            text = " ".join(numbers.choice(words) for _ in range(DOCUMENT))
            file.write(json.dumps({"text": text}) + "\n")


def write_questions(path):
    """Questions and answers as plain text, which needs no chat template."""
    rows = [json.loads(line) for line in QUESTIONS.read_text().splitlines()]
    with path.open("w") as file:
        for row in rows:
            file.write(json.dumps({"prompt": row["prompt"][0]["content"] + "\n",
                                   "completion": row["completion"][0]["content"]}) + "\n")


def tutti_run(options, folder, data, kind, flags, steps):
    """Processor seconds of a training, its tokens and examples, and what it says of itself."""
    rows = (["--packing", "--max_seq_length", TOKENS, "--per_device_train_batch_size", options.rows]
            if kind == "answers" else
            ["--max_seq_length", DOCUMENT, "--per_device_train_batch_size",
             options.rows * TOKENS // DOCUMENT])
    with tempfile.TemporaryDirectory() as out:
        words = [options.program, "train", "--model_name_or_path", folder, "--do_train",
                 "--train_file", data, "--task", "text-generation", *rows, "--max_steps", steps,
                 "--save_strategy", "no", "--output_dir", out, "--threads", options.threads,
                 "--logging_steps", 1, "--json", "--quiet", *flags,
                 *([] if kind == "full" else LORA)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([str(word) for word in words], check=True, capture_output=True,
                              text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        metrics = pathlib.Path(out, "metrics.jsonl").read_text().splitlines()
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    tokens = [line["tokens"] for line in map(json.loads, metrics) if line["phase"] == "train"][-1]
    return spent, tokens, json.loads(done.stdout.splitlines()[-1])["resident_peak_bytes"]


def tutti_rate(options, *arguments):
    few, few_tokens, _ = tutti_run(options, *arguments, 1)
    many, tokens, peak = tutti_run(options, *arguments, 1 + options.steps)
    return (tokens - few_tokens) / (many - few), peak


def peer_rate(options, folder, ways):
    command = [sys.executable, HERE / "peft_worker.py", folder, TOKENS,
               QUESTION if "answers" in ways else DOCUMENT, 1, options.steps, options.threads,
               *ways]
    done = subprocess.run([str(word) for word in command], check=True, capture_output=True,
                          text=True, env=os.environ | {"OMP_NUM_THREADS": str(options.threads)})
    found = json.loads(done.stdout.splitlines()[-1])
    rate = found["tokens"] / statistics.median(found["processor_seconds"])
    return rate, found["resident_peak_bytes"]


def measure(options, work, folder, data):
    """Lines of the table."""
    kind = work.split("-")[0]
    flags, peers = WORK[work]
    rounds = []
    for number in range(options.rounds):
        ours = tutti_rate(options, folder, data, kind, flags)
        rounds.append((ours, [peer_rate(options, folder, ways) for ways in peers]))
        print(f"{work}, round {number + 1}: {ours[0]:.1f}; "
              + ", ".join(f"{rate:.1f}" for rate, _ in rounds[-1][1]), file=sys.stderr)
    rate = statistics.median(ours[0] for ours, _ in rounds)
    memory = max(ours[1] for ours, _ in rounds)
    for index, ways in enumerate(peers):
        ratio = statistics.median(ours[0] / theirs[index][0] for ours, theirs in rounds)
        peer = statistics.median(theirs[index][0] for _, theirs in rounds)
        peak = max(theirs[index][1] for _, theirs in rounds)
        yield (f"| {SHAPES[kind][0]}, {work} | {rate:.1f} | {memory / 1e9:.2f} | {', '.join(ways)} "
               f"| {peer:.1f} | {peak / 1e9:.2f} | {ratio:.2f} |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--tokenizer", type=pathlib.Path, required=True,
                        help="tokenizer.json of a vocabulary of at most 49,152")
    parser.add_argument("--work", nargs="+", choices=WORK, default=list(WORK))
    parser.add_argument("--page", type=pathlib.Path)
    for name, value in (("rounds", 3), ("steps", 2), ("rows", 1), ("threads", 1)):
        parser.add_argument(f"--{name}", type=int, default=value)
    options = parser.parse_args()
    lines = ["# Training of causal language models", "",
             f"{datetime.date.today().isoformat()}, {machine(options.program)}. Made by "
             f"`bench/language_models.py`, {options.rounds} rounds, {options.threads} threads. "
             "Tokens per processor second, and the peak of resident memory in GB.", "",
             "| work | Tutti | GB | transformers | rate | GB | ratio |",
             "|---|---|---|---|---|---|---|"]
    with tempfile.TemporaryDirectory() as temporary:
        documents = pathlib.Path(temporary) / "documents.jsonl"
        write_documents(documents, options.tokenizer)
        questions = pathlib.Path(temporary) / "questions.jsonl"
        write_questions(questions)
        for work in options.work:
            folder = pathlib.Path(temporary) / work
            folder.mkdir()
            kind, precision = work.split("-")
            make_model(folder, kind, kind != "full" and precision == "bf16", options.tokenizer)
            lines += measure(options, work, folder,
                             questions if kind == "answers" else documents)
    text = "\n".join(lines) + "\n"
    print(text)
    if options.page:
        options.page.write_text(text)


if __name__ == "__main__":
    main()
