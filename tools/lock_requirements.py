#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pins what bench/requirements.in asks for, and all that needs, by version and sha256.

Usage: lock_requirements.py PYTHON < bench/requirements.in > bench/requirements.txt

PYTHON is an interpreter with pip. Every file of a version is listed: wheels differ by platform.
"""

import json
import re
import subprocess
import sys
import tempfile
import urllib.request

HEADER = """# SPDX-License-Identifier: Apache-2.0
# Made by tools/lock_requirements.py from bench/requirements.in.
"""


def resolved(python, requirements):
    """(name, version) of each package that pip would install."""
    with tempfile.NamedTemporaryFile("w", suffix=".in") as file:
        file.write(requirements)
        file.flush()
        report = subprocess.run(
            [python, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet",
             "--report", "-", "--requirement", file.name],
            check=True, stdout=subprocess.PIPE).stdout
    packages = [entry["metadata"] for entry in json.loads(report)["install"]]
    return sorted((package["name"].lower().replace("_", "-"), package["version"])
                  for package in packages)


def hashes(name, version):
    """Of every file of a version, from the package index's page (PEP 503)."""
    with urllib.request.urlopen(f"https://pypi.org/simple/{name}/") as answer:
        page = answer.read().decode()
    pattern = name.replace("-", "[-_.]") + "-" + re.escape(version) + r"(-[^#]*\.whl|\.tar\.gz)"
    found = re.findall(rf'/{pattern}#sha256=([0-9a-f]{{64}})', page, re.IGNORECASE)
    if not found:
        sys.exit(f"the index has no file of {name} {version}")
    return sorted({digest for _, digest in found})


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(HEADER, end="")
    for name, version in resolved(sys.argv[1], sys.stdin.read()):
        pins = [f"--hash=sha256:{digest}" for digest in hashes(name, version)]
        print(" \\\n    ".join([f"{name}=={version}"] + pins))


if __name__ == "__main__":
    main()
