#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the includes of src/ against the `layer(x USES ...)` lines of src/CMakeLists.txt.

A file in src/<a>/ may include "<b>/..." only where b is a, a folder that a USES, or one that
those use. Where a has `folder(a/c USES ...)` lines, a file in src/a/c/ may include of its own layer
only what is in a/c, in folders that it USES or that those use, or beside the folders where it USES
a itself; a file beside them may include all. A `part(p "about")` line begins a part, which has the
layers up to the next one and uses no part below it: `core`, the first, uses no other.

A .h and its .cpp are one unit. Units of a layer that include one another in a circle can only be
read, built and tested together, so a circle has at most CIRCLE_LIMIT of them.
Usage: check_layers.py [ROOT].
Exit codes: 0 clean, 1 violations (one a line on stderr), 2 no such tree.
"""
import pathlib
import re
import sys

import tree_check

LAYER = re.compile(r"^\s*layer\(([^()]*)\)", re.MULTILINE)
FOLDER = re.compile(r"^\s*folder\(([^()]*)\)", re.MULTILINE)
PART = re.compile(r"^\s*part\(([^()]*)\)", re.MULTILINE)
STRING = re.compile(r'"[^"\n]*"')
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')
SOURCES = {".cpp", ".h", ".def", ".inc"}
CIRCLE_LIMIT = 5


def strip_cmake_comments(text):
    return re.sub(r"#[^\n]*", "", text)


def name_and_uses(line):
    """ir "types and text" USES base LINKS fmt::fmt → ir, [base]"""
    words = STRING.sub("", line).split()
    uses, section = [], None
    for word in words[1:]:
        if word in ("USES", "LINKS"):
            section = word
        elif section == "USES":
            uses.append(word)
    return words[0], uses


def parse_uses(text, pattern, kind, known=()):
    """Name of each line of a kind → what it may include, itself among it; and problems.

    A line may use only what is declared above it, or is `known`, so the graph has no cycles.
    """
    allowed, problems = {}, []
    for match in pattern.finditer(text):
        name, uses = name_and_uses(match.group(1))
        reachable = {name}
        for used in uses:
            if used not in allowed and used not in known:
                problems.append(
                    f"src/CMakeLists.txt: {kind} {name} uses {used}, which no line above declares"
                )
            reachable |= allowed.get(used, {used} & set(known))
        allowed[name] = reachable
    return allowed, problems


def parts_of(text):
    """Part → its layers, in the order of the lines; layers above the first part are in ""."""
    found = [(match.start(), "", match) for match in LAYER.finditer(text)]
    found += [(match.start(), "part", match) for match in PART.finditer(text)]
    parts, part = {}, ""
    for _, kind, match in sorted(found, key=lambda line: line[0]):
        name = name_and_uses(match.group(1))[0]
        if kind:
            part = name
        layers = parts.setdefault(part, [])
        if not kind:
            layers.append(name)
    return parts


def check_parts(text):
    """That each layer is in a part, where there are any, and uses no part below its own."""
    parts = parts_of(text)
    if list(parts) == [""]:
        return []
    names = [name for name in parts if name]
    problems = [f"src/CMakeLists.txt: layer {layer} is in no part: no part() line is above it"
                for layer in parts.get("", ())]
    problems += [f"src/CMakeLists.txt: part {part} has no layer" for part in names
                 if not parts[part]]
    home = {layer: part for part in names for layer in parts[part]}
    for match in LAYER.finditer(text):
        layer, uses = name_and_uses(match.group(1))
        if layer not in home:
            continue
        above = names[:names.index(home[layer])]
        may = f"it may use {', '.join(above)}" if above else "it may use no other part"
        problems += [f"src/CMakeLists.txt: layer {layer} of {home[layer]} uses {used} of "
                     f"{home[used]}; {may}" for used in uses
                     if used in home and home[used] not in (home[layer], *above)]
    return problems


def parse_layers(cmake):
    """Layers and folders in them, each → what it may include; and problems."""
    text = strip_cmake_comments(cmake)
    layers, problems = parse_uses(text, LAYER, "layer")
    problems += check_parts(text)
    folders, more = parse_uses(text, FOLDER, "folder", layers)
    for folder in folders:
        if folder.split("/")[0] not in layers or "/" not in folder:
            more.append(f"src/CMakeLists.txt: folder {folder} is in no layer")
    return layers, folders, problems + more


def folder_of(path, folders):
    """The innermost declared folder that a path is in; its layer where there is none."""
    parts = path.split("/")[:-1]
    for size in range(len(parts), 0, -1):
        if "/".join(parts[:size]) in folders:
            return "/".join(parts[:size])
    return parts[0] if parts else ""


def check_file(path, source_root, allowed, folders):
    place = path.relative_to(source_root)
    if len(place.parts) == 1:  # main.cpp stands above all layers
        owner, may = "src", set(allowed)
    else:
        owner = place.parts[0]
        may = allowed.get(owner)
        if may is None:
            return [f"src/{place}: folder {owner} has no layer() line in src/CMakeLists.txt"]
    home = folder_of(place.as_posix(), folders)
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
        elif folder == owner and home in folders:
            if folder_of(included, folders) not in folders[home]:
                names = ", ".join(sorted(folders[home]))
                problems.append(
                    f'{where}{home} may not include "{included}"; of {owner} it may include {names}'
                )
    return problems


def included_units(source_root):
    """A unit, as "ir/print" → those that it includes of its layer."""
    units = {}
    for path in sorted(source_root.rglob("*")):
        place = path.relative_to(source_root)
        if path.suffix in SOURCES and len(place.parts) > 1:
            includes = units.setdefault(place.with_suffix("").as_posix(), set())
            for line in path.read_text(encoding="utf-8").splitlines():
                match = INCLUDE.match(line)
                if match and match.group(1).split("/")[0] == place.parts[0]:
                    includes.add(match.group(1).rpartition(".")[0])
    return units


def reached(unit, units):
    """All units that one includes, directly or through others."""
    found, waiting = set(), [unit]
    while waiting:
        new = units.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found


def check_circles(source_root):
    units = included_units(source_root)
    reachable = {unit: reached(unit, units) for unit in units}
    problems, seen = [], set()
    for unit in units:
        circle = {other for other in reachable[unit] if unit in reachable.get(other, ())}
        layer = unit.split("/")[0]
        if unit not in seen and len(circle) > CIRCLE_LIMIT:
            problems.append(f"src/{layer}: a circle of {len(circle)} units, over "
                            f"{CIRCLE_LIMIT}: move what they share to a header below them: "
                            + ", ".join(sorted(circle)))
        seen |= circle
    return problems


def check(root):
    source_root = pathlib.Path(root) / "src"
    cmake = (source_root / "CMakeLists.txt").read_text(encoding="utf-8")
    allowed, folders, problems = parse_layers(cmake)
    if not allowed:
        problems.append("src/CMakeLists.txt: no layer() line found")
    for path in sorted(source_root.rglob("*")):
        if path.suffix in SOURCES:
            problems += check_file(path, source_root, allowed, folders)
    problems += check_circles(source_root)
    for folder in folders:
        if not (source_root / folder).is_dir():
            problems.append(f"src/CMakeLists.txt: there is no folder {folder}")
    return problems


if __name__ == "__main__":
    sys.exit(tree_check.run("check_layers", check, "src/CMakeLists.txt", "src/CMakeLists.txt"))
