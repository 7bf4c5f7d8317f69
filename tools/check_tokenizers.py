#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares `tutti tokenize` with transformers' AutoTokenizer on folders as people save them.

    check_tokenizers.py TUTTI DATA [--keep FOLDER] [--only WORD]

makes some 90 folders out of the tokenizers below DATA (bert-base-uncased, bert-base-cased, gpt2,
qwen2.5 below `tokenizers`, and the golden ones below `golden`): as they are, saved again, with a
vocabulary alone, with added tokens in each of three files, with other flags and classes. On each
it tokenizes the same texts by both, and tells where ids, tokens or offsets differ. Tutti may
refuse a folder; it may not differ. Exits with 1 where it does. Needs transformers and tokenizers;
src/data/tokenizer was written by their versions 5.23.0 and 0.23.3.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from tokenizer_folders import make_folders

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TRANSFORMERS_VERBOSITY"] = "error"

TEXTS = [
    "", " ", "Hello world", "hello world", " Hello  world ", "HELLO World!",
    "The quick brown fox.", "don't can't we'll I'M you'RE he'd they've",
    "caf\u00e9 Caf\u00c9 cafe\u0301", "na\u00efve r\u00e9sum\u00e9",
    "\u4e2d\u6587\u5b57\u7b26 and 日本語", "emoji \U0001f600\U0001f44d\U0001f3fd ok",
    "tabs\tand\nnewlines\r\nhere", "   leading", "trailing   ", "1234567890 12,345.67 3.14",
    "x=1;y=2;{z:[3]}", "a_b-c/d\\e|f", "\u00a0nbsp\u2003em", "\u200bzero\u200dwidth",
    "\u0410\u043b\u0438\u0441\u0430 \u0438 \u0411\u043e\u0431",
    "\u0627\u0644\u0639\u0631\u0628\u064a\u0629", "\u0939\u093f\u0928\u094d\u0926\u0940",
    "\ud55c\uad6d\uc5b4 \ud55c", "\u1e9b\u0323 \ufb01 \u2460 \u00bd", "[CLS] a [SEP] b",
    "[MASK] and [mask]", "a[MASK]b", "x<|im_start|>user", "hi<|im_end|>", "<|endoftext|>",
    "a<|endoftext|> b", "<s> x </s>", "<unk> <pad> <mask>", "  <mask> word", "word <mask>  ",
    "<drug> and <gene>", "a<drug>b", "  <drug>  <gene>  ", "New York NEW YORK new york",
    "newyorker New Yorkers", "(<gene>)", "<tok> <TOK>", "x <tok>\n<tok>", "<new1><new2> <new1>",
    "\u00c9COLE \u00e9cole", "\u0130stanbul I\u0307", "stra\u00dfe STRASSE", "a" * 120, "ab " * 40,
    "!!!???...", "''\"\"``", "\x00\x01\x07bell", "\ufffd replaced", "\ufeffbom",
    "def f(x):\n    return x + 1\n", "https://example.com/a?b=c&d=e", "e-mail: a.b@c.de",
    "\u2581under \u2581\u2581", "<0x0A> <0x41>", "Once upon a time, there was a little girl.",
    "Ünïcödé ÀÉÎ õ"
]


def by_transformers(folder):
    """Lines as `tutti tokenize` writes them, or what is wrong."""
    from transformers import AutoTokenizer

    try:
        tokenizer = AutoTokenizer.from_pretrained(folder)
        result = []
        for text in TEXTS:
            found = tokenizer(text, return_offsets_mapping=True)
            result.append({
                "ids": found["input_ids"],
                "tokens": tokenizer.convert_ids_to_tokens(found["input_ids"]),
                "offsets": [list(o) for o in found["offset_mapping"]]
            })
        return result
    except Exception as error:  # whatever a class raises
        return f"{type(error).__name__}: {error}".splitlines()[0]


def by_tutti(tutti, folder, texts):
    done = subprocess.run(
        [tutti, "tokenize", "--model_name_or_path", folder, "--json_lines", texts],
        capture_output=True,
        text=True)
    if done.returncode in (2, 5):
        return done.stderr.strip()
    if done.returncode != 0:
        raise SystemExit(f"{folder}: tutti ended with {done.returncode}: {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def differences(expected, found):
    return [
        f"{key} of {text!r}: {one[key]}, expected {other[key]}"
        for text, one, other in zip(TEXTS, found, expected, strict=True)
        for key in ("ids", "tokens", "offsets") if one[key] != other[key]
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tutti")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path, help="an empty folder for what is made")
    parser.add_argument("--only", default="", help="folders whose name contains this")
    arguments = parser.parse_args()
    root = arguments.keep or pathlib.Path(tempfile.mkdtemp())
    folders = make_folders(arguments.data, root)
    texts = root / "texts.jsonl"
    texts.write_text("".join(json.dumps(text) + "\n" for text in TEXTS))
    counts = {
        "equal": 0, "refused": 0, "refused by both": 0, "read by tutti alone": 0, "different": 0
    }
    for name in folders.made:
        if arguments.only not in name:
            continue
        expected = by_transformers(root / name)
        found = by_tutti(arguments.tutti, root / name, texts)
        wrong = []
        if isinstance(found, str):
            kind = "refused by both" if isinstance(expected, str) else "refused"
        elif isinstance(expected, str):
            kind = "read by tutti alone"
        else:
            wrong = differences(expected, found)
            kind = "different" if wrong else "equal"
        counts[kind] += 1
        print(f"{name}: {kind}", *wrong[:3], sep="\n    ")
        for message in (found, expected):
            if isinstance(message, str):
                print(f"    {message}")
    print(f"{len(TEXTS)} texts; " + ", ".join(f"{count} {kind}" for kind, count in counts.items()))
    if not arguments.keep:
        shutil.rmtree(root)
    return 1 if counts["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
