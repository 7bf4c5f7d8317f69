#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tests/golden/packing.json: rows that TRL packs.

    write_golden_packing.py DATA_UTILS LENGTHS

DATA_UTILS is trl/data_utils.py of TRL 1.16.0, whose functions of packing are taken out of it, so
that PyArrow and NumPy are all that it needs. LENGTHS is a JSON list: the lengths of real samples.
A row is a list of [sample, begin, length].
"""
import collections
import json
import pathlib
import random
import sys
import typing

import numpy
import pyarrow
import pyarrow.compute

TARGET = pathlib.Path(__file__).parents[1] / "tests" / "golden" / "packing.json"


def functions_of(path):
    text = pathlib.Path(path).read_text(encoding="utf-8")
    text = text[text.index("def _check_if_columns_can_be_packed"):text.index("def pack_dataset")]
    names = {"np": numpy, "pa": pyarrow, "pc": pyarrow.compute, "pyarrow": pyarrow,
             "Literal": typing.Literal, "defaultdict": collections.defaultdict,
             "deque": collections.deque}
    exec(text, names)  # TRL's own code, from a file that the caller names
    return names["_pack_bfd"], names["_pack_wrapped"]


def rows(pack, lengths):
    """Samples and positions are packed as TRL packs ids; runs of them are pieces."""
    kind = pyarrow.list_(pyarrow.int64())
    table = pyarrow.table({
        "sample": pyarrow.array([[i] * length for i, length in enumerate(lengths)], kind),
        "position": pyarrow.array([list(range(length)) for length in lengths], kind)})
    packed, result = pack(table), []
    for samples, positions in zip(packed["sample"].to_pylist(), packed["position"].to_pylist()):
        row = []
        for sample, position in zip(samples, positions):
            if row and row[-1][0] == sample and sum(row[-1][1:]) == position:
                row[-1][2] += 1
            else:
                row.append([sample, position, 1])
        result.append(row)
    return result


def case(functions, lengths, size):
    bfd, wrapped = functions
    return {"row_length": size, "lengths": lengths,
            "bfd": rows(lambda table: bfd(table, size, "truncate"), lengths),
            "bfd_split": rows(lambda table: bfd(table, size, "split"), lengths),
            "wrapped": rows(lambda table: wrapped(table, size), lengths)}


def main():
    functions = functions_of(sys.argv[1])
    real = json.loads(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"))
    draw = random.Random(3)
    hard = [draw.choice([0, draw.randint(1, 20), draw.randint(1, 60), draw.randint(60, 150),
                         37, 74]) for _ in range(60)]
    text = json.dumps({"cases": [case(functions, hard, 37), case(functions, real, 1000)]},
                      separators=(",", ":"))
    TARGET.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
