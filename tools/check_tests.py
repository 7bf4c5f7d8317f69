#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that it is easy to find the test of a source file, and the sources of a test.

The test of src/<layer>/.../<stem>.cpp is tests/<layer>/.../<stem>_test.cpp; that of a longer stem
may be its beginning's, as json_test.cpp is that of json_fast.cpp; that of an op is
tests/op/<stem>.mlir. The rows of the table in CONTRIBUTING.md that begin with | `<layer>/<stem>`
name the tests of all other files. Folders below a layer make no difference, so files may move.
Usage: check_tests.py [ROOT].
Exit codes: 0 clean, 1 violations (one a line on stderr), 2 no such tree.
"""
import fnmatch
import pathlib
import re
import sys

import tree_check

CODE = re.compile(r"`([^`]+)`")
SUFFIX = "_test"


def parse_table(text):
    """Pairs of patterns of sources, as "base/log", and of tests, as "base/files_test.cpp"."""
    rows = []
    for line in text.splitlines():
        cells = line.split("|")
        if len(cells) < 4 or not re.match(r"\s*`\w+/[^`.]+`", cells[1]):
            continue
        rows.append((CODE.findall(cells[1]), CODE.findall(cells[2])))
    return rows


def matches(name, patterns):
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def names_below(folder, pattern):
    """"layer/stem" of each file, with the file."""
    return {f"{path.relative_to(folder).parts[0]}/{path.stem}": path
            for path in sorted(folder.rglob(pattern)) if path.parent != folder}


def check(root):
    root = pathlib.Path(root)
    rows = parse_table((root / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    sources = names_below(root / "src", "*.cpp")
    headers = names_below(root / "src", "*.h")
    tests = names_below(root / "tests", f"*{SUFFIX}.cpp")
    cases = {f"op/{path.stem}" for path in (root / "tests" / "op").glob("*.mlir")}
    tested = {name[:-len(SUFFIX)] for name in tests} | cases
    listed = [pattern for patterns, _ in rows for pattern in patterns]
    problems = []
    for name, path in sources.items():
        beginnings = [name] + [name[:at.start()] for at in re.finditer("_", name)]
        if not any(part in tested for part in beginnings) and not matches(name, listed):
            problems.append(f"{path.relative_to(root)}: no tests/{name}{SUFFIX}.cpp, and no row of "
                            "the table in CONTRIBUTING.md says where its test is")
    in_table = [pattern for _, patterns in rows for pattern in patterns]
    for name, path in tests.items():
        stem = name[:-len(SUFFIX)]
        if stem not in sources and stem not in headers and not matches(f"{name}.cpp", in_table):
            problems.append(f"{path.relative_to(root)}: there is no src/{stem}.cpp, and no row of "
                            "the table in CONTRIBUTING.md says what it tests")
    known = [f"{name}.cpp" for name in tests] + [f"{name}.mlir" for name in cases]
    for pattern in in_table:
        if not fnmatch.filter(known, pattern):
            problems.append(f"CONTRIBUTING.md: there is no test tests/{pattern}")
    return problems


if __name__ == "__main__":
    sys.exit(tree_check.run("check_tests", check, "CONTRIBUTING.md", "CONTRIBUTING.md"))
