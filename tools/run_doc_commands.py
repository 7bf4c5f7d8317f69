#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of a page of docs/: its ```sh blocks in their order, in one shell.

The shell is in an empty folder with links to examples/ and tests/, and finds `tutti` on its PATH.
Usage: run_doc_commands.py TUTTI PAGE.
Exit codes: 0 all ran, 1 a command failed or the page has none or is too long, 2 wrong usage.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MAX_LINES = 80
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def script_of(page):
    """The commands of a page's text, one after another."""
    return "".join(BLOCK.findall(page))


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, page = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    text = page.read_text(encoding="utf-8")
    script = script_of(text)
    if not script:
        sys.exit(f"{page}: there is no ```sh block")
    lines = len(text.splitlines())
    if lines > MAX_LINES:
        sys.exit(f"{page}: {lines} lines, over {MAX_LINES}")
    with tempfile.TemporaryDirectory() as folder:
        for name in ("examples", "tests"):
            os.symlink(ROOT / name, pathlib.Path(folder) / name)
        environment = dict(os.environ, PATH=f"{program.parent}:{os.environ['PATH']}", HOME=folder)
        result = subprocess.run(["bash", "-euo", "pipefail", "-x", "-c", script], cwd=folder,
                                env=environment, stdin=subprocess.DEVNULL, check=False)
    sys.exit(1 if result.returncode else 0)


if __name__ == "__main__":
    main()
