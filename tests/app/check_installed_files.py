#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that whoever builds `tutti` alone has all that `cmake --install` and cpack take.

Usage: check_installed_files.py NINJA BUILD TARGET...
Exit codes: 0 each target is built with tutti, 1 one is not.
"""
import subprocess
import sys


def needed(ninja, build, target, seen):
    """The targets that Ninja makes before one, order alone counted."""
    text = subprocess.run([ninja, "-C", build, "-t", "query", target], check=True,
                          capture_output=True, text=True).stdout
    for line in text.split("  outputs:")[0].splitlines()[1:]:
        name = line.strip().lstrip("|").strip()
        if name.startswith("input:") or name in seen or not name.endswith((".so", "tutti")):
            continue
        seen.add(name)
        needed(ninja, build, name, seen)
    return seen


def main():
    ninja, build, *targets = sys.argv[1:]
    found = needed(ninja, build, "tutti", {"tutti"})
    missing = [target for target in targets if target + ".so" not in found]
    if missing:
        print(f"not built with tutti: {' '.join(missing)}; found {sorted(found)}")
    return 1 if missing or not targets else 0


if __name__ == "__main__":
    sys.exit(main())
