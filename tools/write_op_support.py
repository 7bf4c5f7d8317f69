#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/op_support.md: what the cases of tests/op show to work, by running them.

Usage: write_op_support.py PROGRAM [PLUGIN]
       write_op_support.py --check
PLUGIN is a PJRT plugin's library, XLA's CPU plugin for the page that is kept; without one its
column stays empty. --check runs nothing: it holds the rows of the page against the files.
Exit codes: 0 written or current, 1 not current or a case fails on the reference, 2 wrong usage.
"""
import concurrent.futures
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[1]
CASES = ROOT / "tests" / "op"
LINEAR_ALGEBRA = ROOT / "tests" / "backend" / "linear_algebra"
PAGE = ROOT / "docs" / "op_support.md"
HEAD = """# Operations

Made by `tools/write_op_support.py` from `tests/op/<operation>.mlir`; do not edit. Every cell is a
run of that file: *parse* prints it and reads it back, *verify* holds it to the constraints,
*evaluate* runs its checks on the reference backend, *cpu* and *pjrt* (XLA's CPU plugin) run the
same checks there, *vjp* builds the gradient that the tests hold against finite differences.

`yes`: all checks hold. `-`: the file has nothing to run: no derivative, or functions that are given
to several processes by one of them, which only the reference simulates. `no`: refused, or a check
does not hold; the reasons stand below the table.

| Operation | parse | verify | evaluate | vjp | cpu | pjrt |
|---|---|---|---|---|---|---|
"""
CUSTOM_CALLS = """
## Custom calls

Linear algebra as JAX prints it for CPUs and TPUs means what LAPACK does; the tests hold the targets
of `tests/backend/linear_algebra` on the reference, in double, and on the cpu backend, by OpenBLAS,
against what JAX computed:

"""
TARGET = re.compile(r"stablehlo\.custom_call @(\w+)")
OPERATION = re.compile(r'"?\b((?:stablehlo|chlo|sdy|tutti|check|interpreter|func)\.[\w-]+)')
GRADIENT = re.compile(r"^ *func\.func (?:public )?@(gradient\w*)\(", re.MULTILINE)
FUNCTION = re.compile(r"^ *func\.func ", re.MULTILINE)
CASE = re.compile(r"(?:public )?@(\w+)\(\)")
# What asks for several processes: on the cpu a program of one function may.
GRID = {"cpu": re.compile(r"interpreter\.run_parallel"),
        "pjrt": re.compile(r"interpreter\.run_parallel|^sdy\.mesh .*=[2-9]", re.MULTILINE)}
COLUMNS = ("parse", "verify", "evaluate", "vjp", "cpu", "pjrt")
LIMIT_S = 120


def run(program, *words, text=None):
    """The complaint, empty where there is none, and what was printed."""
    try:
        done = subprocess.run([program, *map(str, words)], input=text, capture_output=True,
                              text=True, timeout=LIMIT_S)
    except subprocess.TimeoutExpired:
        return f"no answer in {LIMIT_S} s", ""
    lines = (done.stderr + done.stdout if done.returncode else "").strip().splitlines()
    failed = [line for line in lines if "error" in line or "failed" in line]
    complaint = (failed or lines or [f"exit {done.returncode}"])[0] if done.returncode else ""
    return complaint, done.stdout


def parsed(program, path):
    complaint, once = run(program, "ir", "print", path)
    if complaint:
        return complaint
    complaint, twice = run(program, "ir", "print", "-", text=once)
    return complaint or ("" if once == twice else "what is printed reads back differently")


def operation_of(path, text):
    names = OPERATION.findall(text)
    return next((name for name in names if name.split(".", 1)[1] == path.stem), None)


def on_one_device(program, path, text, backend):
    """What those cases of its operation say that need no grid of processes; None where all do."""
    words = ("ir", "run", path, "--backend", backend)
    grid = GRID[backend.split("=")[0]]
    if not grid.search(text):
        return run(program, *words)[0]
    head, *functions = FUNCTION.split(text)
    cases = [CASE.match(function) for function in functions
             if not grid.search(head + function) and f".{path.stem}" in function]
    complaints = [run(program, *words, "--function", case[1])[0] for case in cases if case]
    return next(filter(None, complaints), "") if complaints else None


def row(program, plugin, path):
    """The operation, and by column None where there is nothing to run, or the complaint."""
    text = path.read_text()
    gradients = GRADIENT.findall(text)
    complaints = [run(program, "ir", "grad", path, "--function", name)[0] for name in gradients]
    return operation_of(path, text) or path.stem, {
        "parse": parsed(program, path),
        "verify": run(program, "ir", "verify", path)[0],
        "evaluate": run(program, "ir", "run", path)[0],
        "vjp": next(filter(None, complaints), "") if gradients else None,
        "cpu": on_one_device(program, path, text, "cpu"),
        "pjrt": on_one_device(program, path, text, f"pjrt={plugin}") if plugin else None,
    }


def cell(complaint):
    return "-" if complaint is None else "no" if complaint else "yes"


def reason(complaint, plugin):
    for place in filter(None, (plugin and plugin + ": ", str(ROOT) + "/")):
        complaint = complaint.replace(place, "")
    return complaint.removeprefix("error: ").replace("|", "\\|")[:200]


def custom_calls():
    texts = [path.read_text() for path in LINEAR_ALGEBRA.glob("*.mlir")]
    targets = sorted({name for text in texts for name in TARGET.findall(text)})
    return CUSTOM_CALLS + "".join(f"- `@{name}`\n" for name in targets)


def is_current():
    """Whether the page has a row for each file of cases, a vjp where one has a gradient, and the
    targets of custom calls."""
    if custom_calls() not in PAGE.read_text():
        return False
    expected = {}
    for path in CASES.glob("*.mlir"):
        text = path.read_text()
        expected[operation_of(path, text) or path.stem] = bool(GRADIENT.search(text))
    rows = [line.strip("| ").split(" | ") for line in PAGE.read_text().splitlines()
            if line.startswith("| ") and not line.startswith("| Operation")]
    return {cells[0]: cells[1 + COLUMNS.index("vjp")] != "-" for cells in rows} == expected


def main():
    if sys.argv[1:] == ["--check"]:
        if is_current():
            return 0
        print(f"{PAGE} is not what {CASES} holds: run tools/write_op_support.py PROGRAM PLUGIN",
              file=sys.stderr)
        return 1
    if len(sys.argv) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    program, plugin = sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else None
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        rows = sorted(pool.map(lambda path: row(program, plugin, path), CASES.glob("*.mlir")),
                      key=lambda entry: entry[0])
    page, reasons = HEAD, []
    for name, found in rows:
        page += f"| {name} | {' | '.join(cell(found[column]) for column in COLUMNS)} |\n"
        reasons += [f"- {name}, {column}: `{reason(found[column], plugin)}`"
                    for column in COLUMNS if found[column]]
    page += custom_calls()
    if reasons:
        page += "\n## Reasons\n\n" + "\n".join(reasons) + "\n"
    PAGE.write_text(page)
    return 1 if any(found["evaluate"] for _, found in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
