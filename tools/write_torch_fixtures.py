#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tests/format/torch/: state dicts as torch.save writes them.

Usage: write_torch_fixtures.py, with PyTorch (2.15 wrote those that are there). The values are in
tests/format/torch_file_test.cpp.
"""
import collections
import pathlib
import zipfile

import torch

FOLDER = pathlib.Path(__file__).parents[1] / "tests" / "format" / "torch"


def state_dict():
    whole = torch.arange(12, dtype=torch.float32).reshape(3, 4)
    state = collections.OrderedDict(
        whole=whole, transposed=whole.t(), part=whole[1:, 2:],
        parameter=torch.nn.Parameter(torch.tensor([0.5, -2.0])),
        bf16=torch.tensor([1.0, -0.375], dtype=torch.bfloat16),
        f16=torch.tensor([1.5], dtype=torch.float16),
        f64=torch.tensor([[1e300]], dtype=torch.float64),
        i64=torch.tensor([[-1, 2 ** 40]]), u8=torch.tensor([7], dtype=torch.uint8),
        bool=torch.tensor([True, False]), scalar=torch.tensor(3.0),
        empty=torch.zeros(0, 4), row=torch.arange(3).expand(1, 3))
    state._metadata = collections.OrderedDict(version=1)
    return state


def main():
    FOLDER.mkdir(exist_ok=True)
    state = state_dict()
    torch.save(state, FOLDER / "state_dict.bin")
    torch.save({"a": torch.zeros(1)}, FOLDER / "legacy.bin", _use_new_zipfile_serialization=False)
    with zipfile.ZipFile(FOLDER / "state_dict.bin") as old, zipfile.ZipFile(
            FOLDER / "deflated.bin", "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))


if __name__ == "__main__":
    main()
