#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures programs of others on the cpu backend against another backend, on the same text.

  imported.py PROGRAM FILE.mlir [...] [--against pjrt=xla_cpu_pjrt.so] [--rounds 3] [--repeat 3]
              [--page FILE.md]

Both run the same random arguments in turns (`tutti ir run --repeat`); a ratio is the median over
the rounds, of the time that passed and of the time that the processors worked, which counts on a
machine that has other work too. Texts come from bench/jax_bert.py, for example.
"""

import argparse
import datetime
import json
import pathlib
import re
import statistics
import subprocess
import tempfile

import numpy

from machine import machine

TYPES = {"f32": ("F32", numpy.float32), "i32": ("I32", numpy.int32), "ui32": ("U32", numpy.uint32),
         "i1": ("BOOL", numpy.bool_), "f64": ("F64", numpy.float64), "i64": ("I64", numpy.int64)}


def argument_types(text):
    """[(element, shape)] of main's arguments."""
    signature = re.search(r"func\.func (?:public )?@main\((.*?)\) ->", text, re.S).group(1)
    found = re.findall(r"%\w+: tensor<((?:\d+x)*)(\w+)>", signature)
    return [(element, [int(size) for size in sizes.split("x") if size])
            for sizes, element in found]


def write_arguments(text, path):
    """Small positive numbers: no index is out of range, no square root negative."""
    random = numpy.random.default_rng(7)
    header, blocks, end = {}, [], 0
    for index, (element, shape) in enumerate(argument_types(text)):
        name, dtype = TYPES[element]
        values = random.random(shape) * 0.05 + 0.001 if name[0] == "F" else numpy.ones(shape)
        blocks.append(numpy.ascontiguousarray(values, dtype))
        begin, end = end, end + blocks[-1].nbytes
        header[f"in.{index:03}"] = {"dtype": name, "shape": shape, "data_offsets": [begin, end]}
    encoded = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(len(encoded).to_bytes(8, "little") + encoded)
        for block in blocks:
            file.write(block.tobytes())


def run(options, program, backend, arguments):
    """Median seconds that passed, and of processors."""
    command = [options.program, "ir", "run", program, "--backend", backend, "--inputs", arguments,
               "--repeat", options.repeat, "--json", "--quiet"]
    found = json.loads(subprocess.run([str(word) for word in command], check=True,
                                      capture_output=True, text=True).stdout)["functions"][0]
    return [statistics.median(found[key]) for key in ("seconds", "processor_seconds")]


def write_page(options, rows):
    lines = ["# Programs of JAX on the cpu backend", "",
             "The same text and arguments, in turns, on the cpu backend and on XLA's CPU plugin, "
             f"in float32. {datetime.date.today().isoformat()}, {machine(options.program)}.", "",
             "`bench/jax_bert.py FOLDER`, then `bench/imported.py PROGRAM FOLDER/*.mlir --rounds "
             f"{options.rounds} --repeat {options.repeat} --page docs/results/imported.md`", "",
             "| program | ms here | ms there | faster by | in processor time |",
             "|---|---|---|---|---|"]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    options.page.write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--against", default="pjrt=xla_cpu_pjrt")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--repeat", type=int, default=3, help="runs in a round")
    parser.add_argument("--page", type=pathlib.Path, help="write the figures there too")
    options = parser.parse_args()
    print(f"{'program':<24} {'ms here':>10} {'ms there':>10} {'faster by':>10} "
          f"{'in processor time':>18}")
    rows = []
    for file in options.files:
        with tempfile.TemporaryDirectory() as folder:
            arguments = pathlib.Path(folder) / "arguments.safetensors"
            write_arguments(file.read_text(), arguments)
            rounds = [[run(options, file, backend, arguments)
                       for backend in ("cpu", options.against)] for _ in range(options.rounds)]
        here, there = ([statistics.median(r[side][kind] for r in rounds) for kind in range(2)]
                       for side in range(2))
        ratios = [statistics.median(r[1][kind] / r[0][kind] for r in rounds) for kind in range(2)]
        row = [file.stem, f"{1e3 * here[0]:.1f}", f"{1e3 * there[0]:.1f}", f"{ratios[0]:.2f} x",
               f"{ratios[1]:.2f} x"]
        print("{:<24} {:>10} {:>10} {:>10} {:>18}".format(*row), flush=True)
        rows.append(row)
    if options.page:
        write_page(options, rows)


if __name__ == "__main__":
    main()
