#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tests/golden/gguf with the Python package gguf: a file of every type that Tutti reads.

    write_golden_gguf.py

all_types.gguf has keys of every type, and the same values as F32, F16, BF16, Q8_0 and Q4_1, which
the package quantized. expected.safetensors has what it dequantizes them to.
It needs gguf 0.19.0 and numpy 2; no package that Tutti itself needs.
"""
import json
import pathlib
import struct

import gguf
import numpy

FOLDER = pathlib.Path(__file__).parents[1] / "tests" / "golden" / "gguf"
TYPES = ("F32", "F16", "BF16", "Q8_0", "Q4_1")
BLOCK = 32


def rows():
    """Blocks of ordinary values, zeros, ties, one sign, a wide range and values of tiny scale."""
    random = numpy.random.default_rng(1)
    blocks = [random.normal(0, 1, BLOCK) for _ in range(8)]
    blocks += [random.normal(0, scale, BLOCK) for scale in (1e-7, 1e-5, 1e-3, 1e3)]
    blocks.append(numpy.zeros(BLOCK))
    blocks.append(numpy.arange(BLOCK) * 0.5 - 63.5 + 127 * (numpy.arange(BLOCK) == 5))  # ties
    blocks.append(numpy.arange(BLOCK) % 16 + 0.5)
    blocks.append(numpy.abs(random.normal(2, 0.1, BLOCK)))
    blocks.append(-numpy.abs(random.normal(2, 0.1, BLOCK)))
    blocks.append(random.normal(0, 1, BLOCK) * 10.0 ** random.integers(-6, 3, BLOCK))
    return numpy.stack(blocks).astype(numpy.float32).reshape(6, 3 * BLOCK)


def add_keys(writer):
    for kind, value in (("uint8", 255), ("int8", -128), ("uint16", 65535), ("int16", -32768),
                        ("uint32", 4294967295), ("int32", -2147483648), ("float32", 0.1),
                        ("bool", True), ("string", "caf\u00e9"), ("uint64", 2**64 - 1),
                        ("int64", -2**63), ("float64", 0.1)):
        getattr(writer, f"add_{kind}")(f"test.{kind}", value)
    for kind, value in (("INT32", [1, -2, 3]), ("FLOAT32", [0.5, -1.5]), ("BOOL", [True, False]),
                        ("STRING", ["a", "\u0120the", "<|im_end|>"]), ("UINT8", [7])):
        writer.add_key_value(f"test.list.{kind.lower()}", value, gguf.GGUFValueType.ARRAY,
                             sub_type=gguf.GGUFValueType[kind])


def write_safetensors(path, tensors):
    header, data = {}, b""
    for name, values in sorted(tensors.items()):
        piece = values.astype("<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": list(values.shape),
                        "data_offsets": [len(data), len(data) + len(piece)]}
        data += piece
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def main():
    FOLDER.mkdir(exist_ok=True)
    writer = gguf.GGUFWriter(FOLDER / "all_types.gguf", "llama")
    add_keys(writer)
    expected = {}
    for name in TYPES:
        kind = gguf.GGMLQuantizationType[name]
        data = gguf.quants.quantize(rows(), kind)
        writer.add_tensor(f"blk.0.{name.lower()}.weight", data, raw_dtype=kind)
        expected[name.lower()] = gguf.quants.dequantize(data, kind)
    writer.add_tensor("norm.weight", rows()[0, :5])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    write_safetensors(FOLDER / "expected.safetensors", expected)


if __name__ == "__main__":
    main()
