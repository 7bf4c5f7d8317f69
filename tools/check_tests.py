#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that each source file has a test that a reader finds, and each test a subject.

CONTRIBUTING.md says by which rules a test covers src/<layer>/.../<stem>.cpp: by its name, by a name
that it uses, by the folder that the source is a part of, or by a row of the table there that begins
with | `<layer>/<pattern>`. Usage: check_tests.py [ROOT].
Exit codes: 0 clean, 1 violations (one a line on stderr), 2 no such tree.
"""
import collections
import fnmatch
import pathlib
import re
import sys

import check_sources
import tree_check

CODE = re.compile(r"`([^`]+)`")
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
UNNAMED = re.compile(r"^namespace \{$.*?^\}  // namespace$", re.MULTILINE | re.DOTALL)
# At the left margin: a function, a type, the type of a member function, a constant.
DECLARED = re.compile(
    r"^(?!return|using|#)(?:[^\s(=][^\n(=]*[\s*&])?(?P<function>[a-z]\w{3,})\("
    r"|^(?:class|struct|enum class|using) (?P<type>\w{4,})\b(?!;)"
    r"|^(?:[^\s(][^\n(]*?[\s*&])?(?P<owner>[A-Z]\w{3,})::~?\w+\("
    r"|^(?:inline |extern )?const(?:expr)? [^\n=(]*?(?P<constant>k[A-Z]\w+)\b", re.MULTILINE)
DISTINCT = 8  # so long is a name that says what it is without the header that declares it
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


def files_below(folder, pattern):
    """The text of each file in a layer's folder by its path, as "ir/text/lexer.cpp"."""
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(folder.rglob(pattern)) if path.parent != folder}


def beginnings(words):
    """gguf_config_keys → itself, gguf_config, gguf."""
    return [words] + [words[:at.start()] for at in reversed(list(re.finditer("_", words)))]


def declared_in(text):
    found = DECLARED.finditer(check_sources.code_only(UNNAMED.sub("", text)))
    return {match.group(match.lastgroup) for match in found}


def words_of(text):
    return set(re.findall(r"\w+", check_sources.code_only(text)))


def layer_of(path):
    return path.split("/")[0]


def without_suffix(path):
    return path.rpartition(".")[0]


class Tree:
    """What sources declare and include, and what tests name."""

    def __init__(self, root):
        headers = files_below(root / "src", "*.h")
        sources = files_below(root / "src", "*.cpp")
        self.tests = files_below(root / "tests", f"*{SUFFIX}.cpp")
        self.cases = {path.stem for path in (root / "tests" / "op").glob("*.mlir")}
        self.sources = [without_suffix(path) for path in sources]
        self.units = set(self.sources) | {without_suffix(path) for path in headers}
        self.headers_of = collections.defaultdict(set)  # a name → those that declare it
        for path, text in headers.items():
            for name in declared_in(text):
                self.headers_of[name].add(path)
        self.names = {unit: declared_in(sources[f"{unit}.cpp"]) |
                      declared_in(headers.get(f"{unit}.h", "")) for unit in self.sources}
        self.users = collections.defaultdict(set)  # a unit → those that include or declare it
        lists = files_below(root / "src", "*.def")
        for path, text in {**headers, **sources, **lists}.items():
            for included in INCLUDE.findall(text):
                self.users[without_suffix(included)].add(without_suffix(path))
        words = {path: words_of(text) for path, text in {**headers, **lists}.items()}
        for unit in self.sources:
            if f"{unit}.h" not in headers:
                self.users[unit] = self.declarers(unit, words)
            self.users[unit].discard(unit)
        support = files_below(root / "tests", "*.h")
        self.included, self.users_of_word = {}, collections.defaultdict(set)
        for test, text in self.tests.items():
            texts = [text]
            for one in texts:  # it grows
                texts += [support[path] for path in INCLUDE.findall(one)
                          if support.get(path, one) not in texts]
            self.included[test] = {path for one in texts for path in INCLUDE.findall(one)}
            for word in words_of("\n".join(texts)):
                self.users_of_word[word].add(test)
        # "layer/words" of tests/layer/words_test.cpp
        self.tested = {f"{layer_of(test)}/{pathlib.Path(test).stem[:-len(SUFFIX)]}"
                       for test in self.tests}

    def declarers(self, unit, words):
        """What declares a source without a header of its own: a header, or a list of its kind."""
        *_, folder, stem = unit.split("/")
        declaring = {path for name in self.names[unit] for path in self.headers_of[name]
                     if layer_of(path) == layer_of(unit)}
        by_list = {folder, stem.partition("_")[2]}  # tasks.def has folders, lowerings.def stems
        return {without_suffix(path) for path in declaring or words
                if layer_of(path) == layer_of(unit) and words[path] &
                (by_list if path.endswith(".def") else self.names[unit])}

    def has_own_test(self, unit):
        layer, stem = layer_of(unit), unit.split("/")[-1]
        if any(f"{layer}/{words}" in self.tested for words in beginnings(stem)):
            return True
        op = stem[len("lower_"):] if layer == "backend" and stem.startswith("lower_") else stem
        return layer in ("op", "backend") and any(words in self.cases for words in beginnings(op))

    def is_named(self, unit):
        for name in self.names[unit]:
            declaring = {path for path in self.headers_of[name]
                         if layer_of(path) == layer_of(unit)}
            distinct = len(name) >= DISTINCT and len(declaring) == len(self.headers_of[name]) == 1
            for test in self.users_of_word[name]:
                if layer_of(test) == layer_of(unit) and (
                        distinct or declaring & self.included[test]):
                    return True
        return False

    def is_in_tested_folder(self, unit):
        """Whether a folder has tests of its name, and is all that knows the unit."""
        folders = unit.split("/")[:-1]
        for depth in range(1, len(folders)):
            place = f"{folders[0]}/{folders[depth]}"
            below = "/".join(folders[:depth + 1]) + "/"
            if any(test == place or test.startswith(f"{place}_") for test in self.tested):
                users = self.users[unit]
                return bool(users) and all(user.startswith(below) for user in users)
        return False

    def covered(self):
        covered = {unit for unit in self.sources if self.has_own_test(unit) or
                   self.is_named(unit) or self.is_in_tested_folder(unit)}
        return covered | {unit for unit in self.sources if covered & set(beginnings(unit))}

    def subjects(self):
        """What a test's name may begin with: "layer/stem", and "layer/folder"."""
        stems = {f"{layer_of(unit)}/{unit.split('/')[-1]}" for unit in self.units}
        folders = {f"{layer_of(unit)}/{folder}" for unit in self.units
                   for folder in unit.split("/")[1:-1]}
        return stems, folders


def check(root):
    root = pathlib.Path(root)
    rows = parse_table((root / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    tree = Tree(root)
    covered = tree.covered()
    listed = [pattern for patterns, _ in rows for pattern in patterns]
    problems = [f"CONTRIBUTING.md: no file needs the row of `{pattern}`: take it out"
                for pattern in listed if not fnmatch.filter(set(tree.sources) - covered, pattern)]
    problems += [f"src/{unit}.cpp: no test has its name or names what it declares: write "
                 f"tests/{layer_of(unit)}/{unit.split('/')[-1]}{SUFFIX}.cpp"
                 for unit in tree.sources
                 if unit not in covered and not matches(unit, listed)]
    stems, folders = tree.subjects()
    for test, text in tree.tests.items():
        name = f"{layer_of(test)}/{pathlib.Path(test).stem[:-len(SUFFIX)]}"
        says_it = re.match(r"//.*\n// \S", text)
        if name not in stems and not folders & set(beginnings(name)) and not says_it:
            problems.append(f"tests/{test}: there is no src/{name}.cpp: say in a comment on the "
                            "second line what it tests")
    known = list(tree.tests) + [f"op/{case}.mlir" for case in tree.cases]
    for _, patterns in rows:
        for pattern in patterns:
            if not fnmatch.filter(known, pattern):
                problems.append(f"CONTRIBUTING.md: there is no test tests/{pattern}")
    return problems


if __name__ == "__main__":
    sys.exit(tree_check.run("check_tests", check, "CONTRIBUTING.md", "CONTRIBUTING.md"))
