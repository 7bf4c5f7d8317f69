#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that src/ names a model or a task only where it lives: there is room for many of both.

RULES says where. The parts of tokenizers are excepted: Hugging Face's files call them
BertNormalizer and so on, whichever model has them. Usage: check_names.py [ROOT].
Exit codes: 0 clean, 1 violations (one a line on stderr), 2 no such tree.
"""
import pathlib
import re
import sys

import tree_check

SOURCES = {".cpp", ".h", ".def", ".inc", ".txt"}
# A name, what it looks like, and the beginnings of the paths below src/ that may have it.
RULES = (
    ("BERT", re.compile("bert", re.IGNORECASE),
     ("model/albert", "model/bert", "model/distilbert", "model/roberta", "model/models.def",
      "task/squad/", "task/embedding/folder", "data/tokenizer/")),
    ("SQuAD", re.compile("squad", re.IGNORECASE), ("task/squad/", "task/tasks.def")),
)


def check_file(place, text):
    problems = []
    for name, pattern, homes in RULES:
        if place.startswith(homes):
            continue
        only = "only these may: " + ", ".join(f"src/{home}" for home in homes)
        if pattern.search(place):
            problems.append(f"src/{place}: the path names {name}; {only}")
        for number, line in enumerate(text.splitlines(), 1):
            if pattern.search(line):
                problems.append(f"src/{place}:{number}: names {name}; {only}")
    return problems


def check(root):
    source_root = pathlib.Path(root) / "src"
    problems = []
    for path in sorted(source_root.rglob("*")):
        if path.suffix in SOURCES:
            place = path.relative_to(source_root).as_posix()
            problems += check_file(place, path.read_text(encoding="utf-8"))
    return problems


if __name__ == "__main__":
    sys.exit(tree_check.run("check_names", check, "src", "src folder"))
