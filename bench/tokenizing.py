#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures a tokenizer against Hugging Face's tokenizers on the lines of files.

  tokenizing.py PROGRAM MODEL FILE... [--rounds 3]

PROGRAM is build/tokenizing, MODEL a folder with tokenizer.json. Both sides encode all lines, on one
thread, in turns; what is compared is tokens per second of processor time, and that both make as
many. Needs bench/requirements.txt.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import time

os.environ["TOKENIZERS_PARALLELISM"] = "false"

from tokenizers import Tokenizer


def here(options, file):
    done = subprocess.run([options.program, options.model, "1", file], check=True,
                          capture_output=True, text=True)
    tokens, rate = done.stdout.split()[-2:]
    return int(tokens), float(rate)


def there(tokenizer, lines):
    begin = time.process_time()
    found = tokenizer.encode_batch(lines, add_special_tokens=False)
    spent = time.process_time() - begin
    tokens = sum(len(encoding.ids) for encoding in found)
    return tokens, tokens / spent


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    for file in options.files:
        lines = file.read_text().split("\n")
        pairs = []
        for _ in range(options.rounds):
            tokenizer = Tokenizer.from_file(str(options.model / "tokenizer.json"))
            pairs.append((here(options, file), there(tokenizer, lines)))
        ours, theirs = ([pair[side][1] for pair in pairs] for side in (0, 1))
        print(f"{file.name}: {pairs[0][0][0]} tokens here, {pairs[0][1][0]} there; million a "
              f"second {statistics.median(ours) / 1e6:.2f} here, "
              f"{statistics.median(theirs) / 1e6:.2f} there, ratio "
              f"{statistics.median(a / b for a, b in zip(ours, theirs)):.1f}")


if __name__ == "__main__":
    main()
