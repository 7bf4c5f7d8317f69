# SPDX-License-Identifier: Apache-2.0
"""Tutti fine-tunes models from one program on any accelerator.

    import tutti

    run = tutti.train(model="DIR", task="text-classification", train_file="a.csv",
                      output_dir="out")
    print(run.metrics)
    tutti.load("out").classify("A fine film.")

Nothing else has to be installed. Arrays of tutti.compile() are NumPy's.
"""
from __future__ import annotations

from typing import Any, Dict

from ._library import Error, FileError, MissingBackend, OutOfMemory, UserError, program
from ._model import Model, load
from ._program import Program, compile
from ._program_output import run_json
from ._training import Event, Run, train

__all__ = ["Error", "Event", "FileError", "MissingBackend", "Model", "OutOfMemory", "Program",
           "Run", "UserError", "compile", "estimate", "load", "program", "train", "validate"]


def estimate(**flags: Any) -> Dict[str, Any]:
    """What a training will take, as `tutti estimate --json` says it: memory, time, cost, the
    largest batch, other devices. Keywords are those of train()."""
    flags.setdefault("do_train", True)
    return run_json("estimate", flags)


def validate(**flags: Any) -> Dict[str, Any]:
    """Compares backends tensor by tensor, as `tutti validate --json` does: model="DIR",
    backend="pjrt=cuda", ..."""
    return run_json("validate", flags)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from ._library import library

        return library().tutti_version().decode()
    if name in ("Trainer", "TrainingArguments"):
        from . import trainer

        return getattr(trainer, name)
    raise AttributeError(f"module 'tutti' has no attribute '{name}'")
