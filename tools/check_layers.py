#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the includes of src/ against the `layer(x USES ...)` lines of src/CMakeLists.txt.

A file in src/<a>/ may include "<b>/..." only where b is a, a folder that a USES, or one that
those use. Usage: check_layers.py [ROOT].
Exit codes: 0 clean, 1 violations (one a line on stderr), 2 no such tree.
"""
import pathlib
import re
import sys

LAYER = re.compile(r"^\s*layer\(([^()]*)\)", re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')
SOURCES = {".cpp", ".h", ".def", ".inc"}


def strip_cmake_comments(text):
    return re.sub(r"#[^\n]*", "", text)


def parse_layers(cmake):
    """Layer → folders it may include, itself among them; and problems.

    A layer may use only layers declared above it, so the graph has no cycles.
    """
    allowed, problems = {}, []
    for match in LAYER.finditer(strip_cmake_comments(cmake)):
        words = match.group(1).split()
        name, uses, section = words[0], [], None
        for word in words[1:]:
            if word in ("USES", "LINKS"):
                section = word
            elif section == "USES":
                uses.append(word)
        reachable = {name}
        for used in uses:
            if used not in allowed:
                problems.append(
                    f"src/CMakeLists.txt: layer {name} uses {used}, which no line above declares"
                )
            reachable |= allowed.get(used, set())
        allowed[name] = reachable
    return allowed, problems


def check_file(path, source_root, allowed):
    place = path.relative_to(source_root)
    if len(place.parts) == 1:  # main.cpp stands above all layers
        owner, may = "src", set(allowed)
    else:
        owner = place.parts[0]
        may = allowed.get(owner)
        if may is None:
            return [f"src/{place}: folder {owner} has no layer() line in src/CMakeLists.txt"]
    problems = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        included = match.group(1)
        folder = included.split("/")[0]
        where = f"src/{place}:{number}: "
        if "/" not in included or folder in (".", ".."):
            problems.append(f'{where}"{included}" is not rooted at src/: write "<layer>/<file>"')
        elif folder in allowed and folder not in may:
            names = ", ".join(sorted(may))
            problems.append(f'{where}{owner} may not include "{included}"; it may include {names}')
    return problems


def check(root):
    source_root = pathlib.Path(root) / "src"
    cmake = (source_root / "CMakeLists.txt").read_text(encoding="utf-8")
    allowed, problems = parse_layers(cmake)
    if not allowed:
        problems.append("src/CMakeLists.txt: no layer() line found")
    for path in sorted(source_root.rglob("*")):
        if path.suffix in SOURCES:
            problems += check_file(path, source_root, allowed)
    return problems


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1]
    if not (root / "src" / "CMakeLists.txt").is_file():
        print(f"check_layers: {root} has no src/CMakeLists.txt", file=sys.stderr)
        return 2
    problems = check(root)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
