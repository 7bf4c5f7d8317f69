#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of pages of docs/: their ```sh blocks in order, each page in a shell.

All pages share one folder, as in a fresh clone: it is empty but for links to examples/ and tests/,
and `tutti` is on the PATH. An index (README.md) lists every page of its folder. It stands for
those with a ```sh block, in its order.
Usage: run_doc_commands.py TUTTI PAGE|INDEX...
Exit codes: 0 all ran, 1 a command failed or a page has none or is too long, 2 wrong usage.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
MAX_LINES = 80
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([\w/]+\.md)\)")


def script_of(page):
    """The commands of a page's text, one after another."""
    return "".join(BLOCK.findall(page))


def pages_of(path):
    """The page itself, or the pages with commands that an index links to, each once."""
    if path.name != "README.md":
        return [path]
    listed = path.read_text(encoding="utf-8").partition("\n## ")[2]  # not what introduces it
    linked = dict.fromkeys(LINK.findall(listed))
    for page in path.parent.glob("*.md"):
        if page != path and page.name not in linked:
            sys.exit(f"{path}: {page.name} is not in its lists")
    pages = [path.parent / name for name in linked]
    return [page for page in pages if script_of(page.read_text(encoding="utf-8"))]


def main():
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    program = pathlib.Path(sys.argv[1]).resolve()
    scripts = {}
    for page in (page for path in sys.argv[2:] for page in pages_of(pathlib.Path(path))):
        text = page.read_text(encoding="utf-8")
        scripts[page] = script_of(text)
        if not scripts[page]:
            sys.exit(f"{page}: there is no ```sh block")
        lines = len(text.splitlines())
        if lines > MAX_LINES:
            sys.exit(f"{page}: {lines} lines, over {MAX_LINES}")
    with tempfile.TemporaryDirectory() as folder:
        for name in ("examples", "tests"):
            os.symlink(ROOT / name, pathlib.Path(folder) / name)
        environment = dict(os.environ, PATH=f"{program.parent}:{os.environ['PATH']}", HOME=folder)
        for page, script in scripts.items():
            print(f"== {page}", file=sys.stderr, flush=True)
            begin = time.monotonic()
            result = subprocess.run(["bash", "-euo", "pipefail", "-x", "-c", script], cwd=folder,
                                    env=environment, stdin=subprocess.DEVNULL, check=False)
            if result.returncode:
                sys.exit(f"{page}: a command failed with exit code {result.returncode}; "
                         "it is the last one above that begins with +")
            print(f"== {page}: {time.monotonic() - begin:.1f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
