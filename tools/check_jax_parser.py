#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Feeds what `tutti ir print` prints to JAX's own MLIR parser and verifier, and back; needs JAX.

  check_jax_parser.py PROGRAM FILE_OR_FOLDER...

Each program is printed pretty and generic, read by JAX, printed by JAX pretty and generic (with
locations), and read again by PROGRAM. Operations of the `check` dialect, which JAX does not know,
are left out; programs with values of the `tutti` and `interpreter` dialects or of quantized types,
which it does not know either, are skipped. Exit 1 where either side refuses.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

from jax._src.interpreters import mlir
from jaxlib.mlir import ir

UNKNOWN = re.compile(r'^ *(?:%\S+ = )?"?(?:check|interpreter)\.')
SKIPPED = re.compile(r'^ *%\S+ = "?(?:tutti|interpreter)\.|!quant\.', re.MULTILINE)


def printed(program, path, generic):
    command = [program, "ir", "print", str(path)] + (["--generic"] if generic else [])
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def without_checks(text):
    return "".join(line for line in text.splitlines(keepends=True) if not UNKNOWN.match(line))


def check_text(program, text, folder):
    """Raises where JAX refuses the text, or the program what JAX makes of it."""
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        module.operation.verify()
        for generic in (False, True):
            again = module.operation.get_asm(
                enable_debug_info=True, print_generic_op_form=generic)
            path = pathlib.Path(folder) / "again.mlir"
            path.write_text(again)
            result = subprocess.run([program, "ir", "verify", str(path)],
                                    capture_output=True, text=True)
            if result.returncode:
                raise ValueError(f"what JAX prints is refused: {result.stderr.strip()}")


def check_file(program, path, folder):
    """How many texts were accepted, and the complaints."""
    accepted, complaints = 0, []
    for generic in (False, True):
        form = "generic" if generic else "pretty"
        try:
            parts = printed(program, path, generic).split("// -----\n")
        except subprocess.CalledProcessError as error:
            return 0, [f"{path}: {error.stderr.strip()}"]
        for part in parts:
            if SKIPPED.search(part):
                continue
            try:
                check_text(program, without_checks(part), folder)
                accepted += 1
            except (ir.MLIRError, ValueError) as error:
                complaints.append(f"{path} ({form}): {error}")
    return accepted, complaints


def main():
    program, *places = sys.argv[1:]
    accepted, complaints = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for place in map(pathlib.Path, places):
            for path in sorted(place.glob("*.mlir")) if place.is_dir() else [place]:
                count, found = check_file(program, path, folder)
                accepted += count
                complaints += found
    print(f"{accepted} texts accepted, {len(complaints)} refused")
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    sys.exit(1 if complaints or not accepted else 0)


if __name__ == "__main__":
    main()
