#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Loads a folder that `tutti train` wrote in transformers and compares logits; needs PyTorch.

  check_transformers.py PROGRAM FOLDER

Exit 1 where a candidate's score (start + end logit) differs by more than 1e-4.
"""

import json
import subprocess
import sys

import torch
from transformers import AutoModelForQuestionAnswering, AutoTokenizer

QUESTION = "When was the bridge opened to the public?"
CONTEXT = ("The bridge over the river was begun in 1881, opened to the public in 1887 and rebuilt "
           "after the flood of 1926 by the engineers of the city.")


def main():
    program, folder = sys.argv[1:]
    output = subprocess.run(
        [program, "predict", "--json", "--top_k", "10", "--precision", "f32",
         "--model_name_or_path", folder, "--question", QUESTION, "--context", CONTEXT],
        check=True, capture_output=True, text=True).stdout
    ours = json.loads(output)["answers"]
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model, report = AutoModelForQuestionAnswering.from_pretrained(folder, output_loading_info=True)
    if report["missing_keys"] or report["unexpected_keys"]:
        raise SystemExit(f"transformers reports {report}")
    encoded = tokenizer(QUESTION, CONTEXT, return_offsets_mapping=True, return_tensors="pt")
    offsets = encoded.pop("offset_mapping")[0].tolist()
    in_context = [part == 1 for part in encoded.sequence_ids(0)]
    with torch.inference_mode():
        theirs = model.eval()(**encoded)
    worst = 0.0
    for answer in ours:
        start = next(i for i, o in enumerate(offsets) if in_context[i] and o[0] == answer["start"])
        end = next(i for i, o in enumerate(offsets) if in_context[i] and o[1] == answer["end"])
        score = (theirs.start_logits[0, start] + theirs.end_logits[0, end]).item()
        worst = max(worst, abs(score - answer["score"]))
    print(f"{len(ours)} candidates, largest difference {worst:.2e}")
    raise SystemExit(worst > 1e-4)


if __name__ == "__main__":
    main()
