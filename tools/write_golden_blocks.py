#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tests/golden/blocks.safetensors with PyPI's gguf, numpy and safetensors: blocks of random
bytes of every quantized type (TYPE.bytes) and the float32 values that gguf takes them for
(TYPE.values); for types that gguf quantizes, values (TYPE.from) and their blocks (TYPE.encoded).
Usage: write_golden_blocks.py OUTPUT"""
import sys

import numpy
from gguf import GGML_QUANT_SIZES, GGMLQuantizationType, quants
from safetensors.numpy import save_file

# Where the half-precision numbers of a block begin.
HALVES = {"Q4_0": [0], "Q4_1": [0, 2], "Q5_0": [0], "Q5_1": [0, 2], "Q8_0": [0], "IQ4_NL": [0],
          "MXFP4": [], "Q2_K": [80, 82], "Q3_K": [108], "Q4_K": [0, 2], "Q5_K": [0, 2],
          "Q6_K": [208]}
ENCODED = ["Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "MXFP4"]


def random_blocks(random, name, size):
    blocks = random.integers(0, 256, (10, size), numpy.uint8)
    special = numpy.array([0, 0x8000, 1, 0x3FF, 0x7BFF], numpy.uint16)  # zeros, subnormal, largest
    for at in HALVES[name]:
        halves = (random.standard_normal(10) * 0.02).astype(numpy.float16).view(numpy.uint16)
        halves[:5] = special
        blocks[:, at:at + 2] = halves.view(numpy.uint8).reshape(10, 2)
    if name == "MXFP4":
        blocks[:6, 0] = [0, 1, 2, 127, 200, 254]
    return blocks


def values_to_encode(random):
    values = random.standard_normal((8, 32)).astype(numpy.float32)
    values[1] *= numpy.float32(1e-3)
    values[2] = 0
    values[3] = -2.5
    values[4, 7] = 300
    values[5] = numpy.round(values[5] * 4) / 4  # with ties
    return values


def main():
    random = numpy.random.default_rng(1)
    tensors = {}
    for name in HALVES:
        kind = GGMLQuantizationType[name]
        blocks = random_blocks(random, name, GGML_QUANT_SIZES[kind][1])
        tensors[name.lower() + ".bytes"] = blocks
        tensors[name.lower() + ".values"] = quants.dequantize(blocks, kind).astype(numpy.float32)
    for name in ENCODED:
        values = values_to_encode(random)
        tensors[name.lower() + ".from"] = values
        tensors[name.lower() + ".encoded"] = quants.quantize(values, GGMLQuantizationType[name])
    save_file({name: numpy.ascontiguousarray(tensors[name]) for name in sorted(tensors)},
              sys.argv[1])


main()
