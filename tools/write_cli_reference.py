#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/cli.md, the reference of commands and flags, from the program's --help.

Usage: write_cli_reference.py [--check] PROGRAM.
Exit codes: 0 written, or with --check the page is up to date; 1 it is not; 2 wrong usage.
"""
import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path(__file__).parents[1] / "docs" / "cli.md"
HEAD = """# Commands and flags

Made from `tutti --help` by `tools/write_cli_reference.py`; do not edit.
"""
COMMAND = re.compile(r"^  ((?:ir )?[a-z]+) +\S", re.MULTILINE)


def help_text(program, *words):
    done = subprocess.run([program, *words, "--help"], check=True, capture_output=True, text=True)
    return done.stdout


def command_names(overview):
    listed = overview.partition("Commands:\n")[2].partition("\n\n")[0]
    return COMMAND.findall(listed)


def own_part(text):
    """A command's help without the flags that every command has."""
    return text.partition("\nEverywhere:\n")[0].rstrip() + "\n"


def page(program):
    overview = help_text(program)
    parts = [HEAD, f"\n```\n{overview}```\n"]
    for name in command_names(overview):
        text = own_part(help_text(program, *name.split()))
        parts.append(f"\n## tutti {name}\n\n```\n{text}```\n")
    return "".join(parts)


def main():
    words = [word for word in sys.argv[1:] if word != "--check"]
    if len(words) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    text = page(words[0])
    if "--check" not in sys.argv[1:]:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(text, encoding="utf-8")
        return 0
    if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == text:
        return 0
    print(f"{PAGE} is not what --help says: run tools/write_cli_reference.py PROGRAM",
          file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
