#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Cuts examples/quickstart/chat/*.jsonl from LegalBench: samples of eight tasks, as conversations.

Usage: slice_legalbench.py LEGALBENCH.jsonl OUTPUT_FOLDER   (rows with "task", "input" and "output")
"""
import json
import pathlib
import sys

QUESTIONS = {
    "abercrombie": "Is this trademark generic, descriptive, suggestive, arbitrary or fanciful?",
    "CUAD_Governing Law": "Does this clause say which law governs the contract? Answer Yes or No.",
    "CUAD_Insurance": "Does this clause require insurance? Answer Yes or No.",
    "CUAD_Non-Compete": "Does this clause restrict a party's ability to compete? Answer Yes or No.",
    "diversity_1": "Is there diversity jurisdiction? Answer Yes or No.",
    "hearsay": "Is this evidence hearsay? Answer Yes or No.",
    "overruling": "Does this sentence overrule an earlier case? Answer Yes or No.",
    "proa": "Does this statute give private parties a right to sue? Answer Yes or No.",
}
LONGEST = 400  # characters of an input
SAMPLES = 84  # of a task; every sixth is held out


def sample(row):
    question = f'{QUESTIONS[row["task"]]}\n\n{row["input"].strip()}'
    return {
        "prompt": [{"role": "user", "content": question}],
        "completion": [{"role": "assistant", "content": row["output"].strip()}],
    }


def main():
    source, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    with open(source, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    parts = {"train": [], "validation": []}
    for task in QUESTIONS:
        own = {row["input"].strip(): row for row in rows if row["task"] == task}  # each once
        short = [row for text, row in own.items() if len(text) <= LONGEST]
        # Evenly over the task, whose rows are sorted by their answers in places.
        step = len(short) / min(len(short), SAMPLES)
        chosen = [short[int(i * step)] for i in range(min(len(short), SAMPLES))]
        for i, row in enumerate(chosen):
            parts["validation" if i % 6 == 5 else "train"].append(sample(row))
    folder.mkdir(parents=True, exist_ok=True)
    for name, samples in parts.items():
        lines = [json.dumps(one, ensure_ascii=False) for one in samples]
        (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
