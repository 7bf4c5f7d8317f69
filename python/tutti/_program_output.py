# SPDX-License-Identifier: Apache-2.0
"""Commands of the program `tutti`, run as a child process."""
from __future__ import annotations

import json
import os
import subprocess
from typing import Any, Dict, List

from . import _library as lib


def words_of(flags: Dict[str, Any]) -> List[str]:
    """Flags as a command line has them; None is left out."""
    words: List[str] = []
    for name, value in flags.items():
        if name == "model":
            name = "model_name_or_path"
        value = lib.value_of(value)
        if value is None:
            continue
        if isinstance(value, bool):
            value = "true" if value else "false"
        elif isinstance(value, list):
            value = ",".join(str(item) for item in value)
        words += [f"--{name}", str(value)]
    return words


def run_program(command: str, flags: Dict[str, Any], *more: str) -> str:
    """What a command prints. A failure is the exception of its exit code, with its sentence."""
    done = subprocess.run([os.fspath(lib.program()), command, *more, *words_of(flags)],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
        sentence = lines[-1][len("error: "):] if lines else done.stderr.strip()
        raise lib.error_of(done.returncode, sentence)
    return done.stdout


def run_json(command: str, flags: Dict[str, Any]) -> Dict[str, Any]:
    """What a command prints with --json."""
    printed: Dict[str, Any] = json.loads(run_program(command, flags, "--json"))
    return printed
