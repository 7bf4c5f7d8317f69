#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""House rules that clang-format cannot hold: licence lines, sizes, marks, who may print or exit;
and of pages: their sizes, their links, and the sources that they name; in both: plain English.

Usage: check_sources.py [ROOT].
Exit codes: 0 clean, 1 violations (one a line on stderr), 2 no such tree.
"""
import pathlib
import re
import sys

import tree_check

MAX_WIDTH = 100
MAX_SOURCE_LINES = 500
MAX_README_LINES = 90
MAX_PAGE_WIDTH = 160
MAX_PAGE_LINES = 150
WRITTEN_PAGES = ("docs/cli.md", "docs/op_support.md", "docs/results/")  # by programs: of any size
# The lines of each layer, so that what is added makes its authors look for what can go. Raising one
# is a commit of its own, which says why.
MAX_LAYER_LINES = {
    "app": 12400, "backend": 16280, "base": 3460, "blocks": 500, "c_api": 730, "comm": 7820,
    "counters": 680, "data": 12770, "etcd": 140, "format": 7580, "generate": 940, "http": 600,
    "ir": 7150, "kernel": 13150, "lapack": 930, "launch": 2960, "metrics": 710, "model": 7000,
    "op": 22460, "pages": 1060, "pass": 8710, "pjrt_plugin": 1140, "portable": 4300,
    "report": 1860, "run": 9860, "serve": 4000, "step": 1270, "storage": 2580, "task": 11200,
    "tracking": 880, "train": 5980, "validate": 2150,
}
LICENCE = "SPDX-License-Identifier: Apache-2.0"

FOLDERS = ("src", "tests", "fuzz", "bench", "examples", "tools", "cmake")
SINGLE_FILES = ("dev", ".ci/run", "CMakeLists.txt")
CPP = {".cpp", ".h", ".def", ".inc"}
SOURCES = CPP | {".py", ".sh", ".cmake", ".in"}

LEFT_OVER = re.compile(r"\b(?:TOD[O]|FIXM[E]|XX[X]|HAC[K])\b")
APP_ONLY = re.compile(
    r"\b(?:std::(?:cout|cerr|clog|terminate|perror))\b"
    r"|(?<![\w.>])(?:f?printf|puts|fputs|perror|(?:secure_)?getenv|(?:_|quick_)?exit|abort)\s*\("
    r"|\bfmt::print(?:ln)?\b"
)
LINK = re.compile(r"""\]\(<?([^)\s>]+)|\b(?:src|href)="([^"]+)\"""")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
NAMED_SOURCE = re.compile(r"`((?:[\w-]+/)*[\w-]+\.(?:h|cpp|def|py|sh))`")
# Phrases that read foreign, and what to write. A space stands between words, also of two lines.
PHRASES = {
    r"\b(?:is|are|was|were|be) told\b": "gets, knows, or who tells it",
    r"\bworth telling\b": "worth reporting",
    r"\bfound and said\b": "finds and prints, with who does it",
    r"\bgoes? on otherwise\b": "continues in another way",
    r"(?<!there\s)\b(?:is|are) no (?:flag|argument|member|name)s?\b": "is not a ..., does not take",
    r"\bin vain\b": "without success, or what did not happen",
    r"\bstands? (?:for|in) (?:the|an?|its|one)\b": "is, represents",
    r"\bbut for\b": "except",
    r"(?<!reasons\s)\bbehind (?:it|them|that)\b": "after",
    r"\bas of old\b": "as before",
    r"\b(?:is|are) asked whether\b": "asks whether, with who asks",
    r"\bso long as\b": "while, as long as",
    r"\bheld against\b": "compared with, checked against",
    r"\bholds? the \w+ against\b": "compares with, checks against",
    r"\bof it all\b": "of everything",
    r"\b(?:is|are) let\b": "may",
    r"\bdealt out\b": "distributed",
    r"\bwhat becomes of\b": "what happens to",
    r"\bfor ever\b": "forever",
    r"\bmak(?:es?|ing) way\b": "make room",
    r"\bthose that there are\b": "the existing ones",
    r"\b(?:things|files|ones|checkpoints|zeros) that are there\b": "existing",
    r"\bwhat there is\b": "what is available",
    r"\banew\b": "again",
    r"(?:^|[.:/] )(?-i:Who) (?:has|is|reads|writes|wants|sends|comes)\b": "whoever",
    r"\bthat which\b": "the one that",
    r"\bwhere there (?:is|are) none\b": "if there is none",
    r"\b(?:empty|null|nothing) where\b": "empty if",
    r"\bin the place of\b": "in place of, instead of",
    r"\bor its like\b": "or a similar function",
    r"\b(?:is|are) no more[.,;:]": "no longer exists",
    r"(?:^|[.:/] )(?-i:Since) when\b": "when ... began",
    r"\b(?:bring|brings|brought) home\b": "fetch",
    r"\bsent on\b": "forwarded, redirected",
}
PHRASE = {re.compile(found.replace(" ", r"""[\s/"]+"""), re.IGNORECASE | re.MULTILINE): better
          for found, better in PHRASES.items()}
COMMENT = re.compile(r"(\s*(?:///?|#)) (\s*)(.*)")
# One C++ token after another: quotes in comments and comment marks in strings do not mislead.
TOKEN = re.compile(
    r"""(?P<comment>//(?:\\\n|[^\n])*|/\*.*?\*/)
    |(?P<raw>\b(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)")
    |(?P<string>\b(?:u8|[uUL])?"(?:\\.|[^"\\\n])*"|"(?:\\.|[^"\\\n])*")
    |(?P<character>\b(?:u8|[uUL])'(?:\\.|[^'\\\n])+'|'(?:\\.|[^'\\\n])+')
    |(?P<word>[A-Za-z_]\w*)
    |(?P<number>\.?\d(?:[\w.]|'\w)*)""",
    re.VERBOSE | re.DOTALL,
)


def code_only(text):
    """The C++ text with comments and literals blanked; line numbers stay."""

    def blank(match):
        if match.lastgroup in ("word", "number"):
            return match.group()
        return "".join(character if character == "\n" else " " for character in match.group())

    return TOKEN.sub(blank, text)


def comments_only(text):
    """The comments of C++ text; line numbers stay."""
    result, end = "", 0
    for match in TOKEN.finditer(text):
        if match.lastgroup == "comment":
            result += "\n" * text.count("\n", end, match.start()) + match.group()
            end = match.end()
    return result


def source_files(root):
    for name in SINGLE_FILES:
        if (root / name).is_file():
            yield root / name
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and (path.suffix in SOURCES or path.name == "CMakeLists.txt"):
                yield path


def check_licence(place, lines):
    first = 1 if lines and lines[0].startswith("#!") else 0
    if len(lines) <= first or LICENCE not in lines[first]:
        return [f"{place}:{first + 1}: expected the comment '{LICENCE}'"]
    is_header = place.suffix == ".h"
    if is_header and not (len(lines) > 1 and lines[1].startswith("// ")):
        return [f"{place}:2: expected a comment line that says what the header is for"]
    return []


def check_lines(place, lines):
    problems = []
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_WIDTH:
            problems.append(f"{place}:{number}: {len(line)} characters wide, over {MAX_WIDTH}")
        mark = LEFT_OVER.search(line)
        if mark:
            problems.append(f"{place}:{number}: '{mark.group()}': finish it, or open an issue")
    return problems


def check_breaks(place, lines):
    """Lines of one or two words in the middle of a sentence, as a formatter breaks comments."""
    comments = [COMMENT.fullmatch(line) for line in lines]
    problems = []
    for number, (before, line, after) in enumerate(zip(comments, comments[1:], comments[2:]), 2):
        if not (before and line and after) or len({m[1] for m in (before, line, after)}) > 1:
            continue
        is_text = line[3] and line[3][-1] not in ".:;" and "  " not in line[3]
        goes_on = after[3][:1].islower() and len(after[2]) <= len(line[2])
        if is_text and goes_on and len(line[3].split()) <= 2:
            problems.append(f"{place}:{number}: a line of '{line[3]}': wrap the paragraph")
    return problems


def check_phrases(place, text):
    """Headers' comments, what commands take, and pages: phrases of PHRASES."""
    if place.parts[0] == "src" and place.suffix == ".h":
        text = comments_only(text)
    elif place.suffix == ".md":
        text = blank_fenced(text)
    elif place.parts[0] != "src" or not place.name.endswith("_arguments.cpp"):
        return []
    problems = []
    for phrase, better in PHRASE.items():
        for found in phrase.finditer(text):
            words = " ".join(re.findall(r"\w+", found.group()))
            line = text.count("\n", 0, found.start()) + 1
            problems.append(f"{place}:{line}: '{words}' reads foreign; say: {better}")
    return problems


def check_app_only(place, text):
    """Only src/app and src/main.cpp may print, exit, abort or read the environment."""
    in_library = place.parts[0] == "src" and len(place.parts) > 2 and place.parts[1] != "app"
    if not in_library or place.suffix not in CPP:
        return []
    problems = []
    for number, line in enumerate(code_only(text).splitlines(), 1):
        for found in APP_ONLY.finditer(line):
            name = found.group().rstrip("( ")
            problems.append(
                f"{place}:{number}: '{name}': only src/app prints, exits or reads the environment"
            )
    return problems


def check_file(path, root):
    place = path.relative_to(root)
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        return [f"{place}: not UTF-8 at byte {error.start}"]
    lines = text.splitlines()
    problems = check_licence(place, lines) + check_lines(place, lines)
    problems += check_breaks(place, lines) + check_app_only(place, text)
    problems += check_phrases(place, text)
    if place.parts[0] == "src" and len(lines) > MAX_SOURCE_LINES:
        problems.append(f"{place}: {len(lines)} lines, over {MAX_SOURCE_LINES}: split by purpose")
    return problems


def check_layer_lines(root, most=MAX_LAYER_LINES):
    problems = []
    for layer in sorted(path for path in (root / "src").iterdir() if path.is_dir()):
        count = sum(len(path.read_bytes().splitlines()) for path in layer.rglob("*")
                    if path.suffix in CPP)
        limit = most.get(layer.name)
        if limit is None:
            problems.append(f"src/{layer.name}: no number of lines: give it {count} and 5 % more "
                            "in MAX_LAYER_LINES of tools/check_sources.py")
        elif count > limit:
            problems.append(f"src/{layer.name}: {count} lines, over {limit}: take out what the "
                            "layer no longer needs, or raise its number in MAX_LAYER_LINES of "
                            "tools/check_sources.py in a commit that says why")
    return problems


def blank_fenced(text):
    """The page without its ``` blocks; line numbers stay."""
    return FENCED.sub(lambda block: "\n" * block.group().count("\n"), text)


def check_links(place, path, text):
    """That the files are there which a page's relative links name."""
    problems = []
    for number, line in enumerate(blank_fenced(text).splitlines(), 1):
        for match in LINK.finditer(line):
            target = (match[1] or match[2]).split("#")[0]
            is_relative = target and not re.match(r"[a-z]+:", target)
            if is_relative and not (path.parent / target).exists():
                problems.append(f"{place}:{number}: a link to {target}, which is not there")
    return problems


def check_named_sources(place, text, sources):
    """That there is a source of each `name.h` or `layer/name.h`. `sources`: paths from the root."""
    problems = []
    for number, line in enumerate(text.splitlines(), 1):
        for name in NAMED_SOURCE.findall(line):
            if not any(source == name or source.endswith("/" + name) for source in sources):
                problems.append(f"{place}:{number}: names {name}, which is no source here")
    return problems


def check_pages(root):
    """README.md, CONTRIBUTING.md and docs/."""
    sources = [path.relative_to(root).as_posix() for path in source_files(root)]
    problems = []
    for path in (root / "README.md", root / "CONTRIBUTING.md", *sorted(root.glob("docs/**/*.md"))):
        if not path.is_file():
            continue
        place, text = path.relative_to(root), path.read_text(encoding="utf-8")
        problems += check_links(place, path, text)
        if place.parts[:2] == ("docs", "architecture"):
            problems += check_named_sources(place, text, sources)
        if place.as_posix().startswith(WRITTEN_PAGES) or place.name == "CONTRIBUTING.md":
            continue
        problems += check_phrases(place, text)
        lines = text.splitlines()
        problems += [f"{place}:{number}: {len(line)} characters wide, over {MAX_PAGE_WIDTH}"
                     for number, line in enumerate(lines, 1) if len(line) > MAX_PAGE_WIDTH]
        if len(lines) > MAX_PAGE_LINES:
            problems.append(f"{place}: {len(lines)} lines, over {MAX_PAGE_LINES}: make two of it")
    return problems


def check(root):
    root = pathlib.Path(root)
    problems = []
    for path in source_files(root):
        problems += check_file(path, root)
    problems += check_layer_lines(root) + check_pages(root)
    readme = root / "README.md"
    if readme.is_file():
        count = len(readme.read_text(encoding="utf-8").splitlines())
        if count > MAX_README_LINES:
            problems.append(f"README.md: {count} lines, over {MAX_README_LINES}")
    return problems


if __name__ == "__main__":
    sys.exit(tree_check.run("check_sources", check, "src", "src folder"))
