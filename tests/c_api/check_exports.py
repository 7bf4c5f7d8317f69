#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that a library shows the functions of its header, or one function, and nothing else.

Usage: check_exports.py NM LIBRARY HEADER|FUNCTION
Exit codes: 0 it does, 1 it does not.
"""
import pathlib
import re
import subprocess
import sys


def main():
    nm, library, header = sys.argv[1:]
    listed = subprocess.run([nm, "-D", "--defined-only", library], check=True,
                            capture_output=True, text=True).stdout
    shown = {line.split()[-1] for line in listed.splitlines()}
    declared = {header}
    if header.endswith(".h"):
        text = pathlib.Path(header).read_text(encoding="utf-8")
        declared = set(re.findall(r"^TUTTI_API [^(]*?(tutti_\w+)\(", text, re.MULTILINE))
    for name in sorted(declared - shown):
        print(f"{name} is declared, but not shown")
    for name in sorted(shown - declared):
        print(f"{name} is shown, but not declared")
    return 0 if declared and shown == declared else 1


if __name__ == "__main__":
    sys.exit(main())
