#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds `tutti evaluate`'s n-best answers against run_qa's; needs PyTorch and transformers.

  check_nbest.py PROGRAM FOLDER SQUAD_FILE [--version_2] [--questions 400] [--threads 2]
                 [-- FLAG...]

Logits are those of transformers' model in float32 on what transformers' tokenizer makes, padded as
run_qa pads by default. What is made of them is written here from utils_qa's description, which no
wheel holds. Flags behind -- go to Tutti. Exit 1 where an entry of a question differs: its text, its
place in the order, or by more than 1e-4 a logit or the probability. Entries whose scores are within
1e-4 of each other may stand in either order, and are counted.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import torch
from transformers import AutoModelForQuestionAnswering, AutoTokenizer

N_BEST, LONGEST, LENGTH, STRIDE = 20, 30, 384, 128
TOLERANCE = 1e-4


def read_questions(path, count):
    """The file cut to its first `count` questions, and the questions themselves."""
    whole = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    questions = []
    for article in whole["data"]:
        for paragraph in article["paragraphs"]:
            paragraph["qas"] = paragraph["qas"][:max(0, count - len(questions))]
            questions += [(qa["id"], qa["question"], paragraph["context"])
                          for qa in paragraph["qas"]]
    return whole, questions


def windows_of(tokenizer, question, context):
    """The encoded windows of one question, and for each token where it stands in the context."""
    encoded = tokenizer(question.lstrip(), context, truncation="only_second", max_length=LENGTH,
                        stride=STRIDE, return_overflowing_tokens=True, padding="max_length",
                        return_offsets_mapping=True, return_tensors="pt")
    places = []
    for window, offsets in enumerate(encoded.pop("offset_mapping").tolist()):
        places.append([offset if part == 1 else None
                       for offset, part in zip(offsets, encoded.sequence_ids(window))])
    encoded.pop("overflow_to_sample_mapping")
    return encoded, places


def largest(logits):
    """Positions of the n-best logits, largest first; of equals the later first."""
    return np.argsort(logits, kind="stable")[-1:-N_BEST - 1:-1].tolist()


def spans_of(start, end, places):
    """What can be an answer in one window, in the order in which run_qa comes upon it."""
    ends = largest(end)
    for first in largest(start):
        for last in ends:
            if places[first] is None or places[last] is None:
                continue
            if 0 <= last - first < LONGEST:
                yield ((places[first][0], places[last][1]), start[first], end[last])


def n_best_of(context, windows, version_2):
    """Entries (text, start logit, end logit, probability), the answer and the null odds."""
    null, found = None, []
    for start, end, places in windows:
        if null is None or null[1] + null[2] > start[0] + end[0]:
            null = ((0, 0), start[0], end[0])
        found += spans_of(start, end, places)
    if version_2:
        found.append(null)
    found = sorted(found, key=lambda entry: entry[1] + entry[2], reverse=True)[:N_BEST]
    if version_2 and all(entry[0] != (0, 0) for entry in found):
        found.append(null)
    texts = [(context[offsets[0]:offsets[1]], start, end) for offsets, start, end in found]
    if not texts or (len(texts) == 1 and not texts[0][0]):
        texts.insert(0, ("empty", 0.0, 0.0))
    scores = np.array([start + end for _, start, end in texts])
    exponentials = np.exp(scores - scores.max())
    probabilities = exponentials / exponentials.sum()
    entries = [(*entry, p) for entry, p in zip(texts, probabilities)]
    if not version_2:
        return entries, texts[0][0], None
    best = next((entry for entry in texts if entry[0]), None)
    odds = 0.0 if best is None else float(null[1] + null[2] - best[1] - best[2])
    return entries, "" if best is None or odds > 0 else best[0], odds


def logits_of(model, encoded):
    with torch.inference_mode():
        output = model(**encoded)
    return output.start_logits.numpy(), output.end_logits.numpy()


def tutti_evaluation(options, whole):
    """Tutti's n-best, answers and null odds, by question."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "questions.json"
        file.write_text(json.dumps(whole), encoding="utf-8")
        command = [options.program, "evaluate", "--model_name_or_path", options.folder,
                   "--validation_file", str(file), "--precision", "f32", "--output_dir", folder,
                   "--threads", str(options.threads), *options.flags]
        if options.version_2:
            command.append("--version_2_with_negative")
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        names = ["nbest_predictions", "predictions"] + ["null_odds"] * options.version_2
        return [json.loads((pathlib.Path(folder) / f"eval_{name}.json").read_text())
                for name in names]


def differences(ours, theirs):
    """What differs between two n-best lists, and how many entries stand in the other order."""
    if len(ours) != len(theirs):
        return [f"{len(ours)} entries, run_qa has {len(theirs)}"], 0
    found, swapped = [], 0
    scores = [start + end for _, start, end, _ in theirs]
    for place, entry in enumerate(ours):
        values = (entry["start_logit"], entry["end_logit"], entry["probability"])
        alike = [other for other, expected in enumerate(theirs)
                 if expected[0] == entry["text"] and abs(scores[other] - scores[place]) < TOLERANCE
                 and np.allclose(values, expected[1:], rtol=0, atol=TOLERANCE)]
        swapped += bool(alike) and place not in alike
        if not alike:
            found.append(f"entry {place}: {entry}, run_qa has {theirs[place]}")
    return found, swapped


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("squad_file")
    parser.add_argument("--version_2", action="store_true")
    parser.add_argument("--questions", type=int, default=400)
    parser.add_argument("--threads", type=int, default=2)
    own = sys.argv[1:sys.argv.index("--")] if "--" in sys.argv else sys.argv[1:]
    options = parser.parse_args(own)
    options.flags = sys.argv[len(own) + 2:]
    torch.set_num_threads(options.threads)

    whole, questions = read_questions(options.squad_file, options.questions)
    ours = tutti_evaluation(options, whole)
    tokenizer = AutoTokenizer.from_pretrained(options.folder)
    model = AutoModelForQuestionAnswering.from_pretrained(options.folder).eval()
    entries = swapped = differing = 0
    for name, question, context in questions:
        encoded, places = windows_of(tokenizer, question, context)
        windows = zip(*logits_of(model, encoded), places)
        expected, answer, odds = n_best_of(context, windows, options.version_2)
        found, moved = differences(ours[0][name], expected)
        if ours[1][name] != answer:
            found.append(f"answer {ours[1][name]!r}, run_qa has {answer!r}")
        if options.version_2 and abs(ours[2][name] - odds) > 2 * TOLERANCE:
            found.append(f"null odds {ours[2][name]}, run_qa has {odds}")
        for line in found:
            print(f"{name}: {line}")
        entries, swapped = entries + len(expected), swapped + moved
        differing += bool(found)
    print(f"{len(questions)} questions, {entries} entries: {differing} questions differ, "
          f"{swapped} entries of equal score in another order")
    raise SystemExit(differing > 0)


if __name__ == "__main__":
    main()
