# SPDX-License-Identifier: Apache-2.0
"""python -m tutti: the program itself."""
import os
import sys

from ._library import program


def main() -> None:
    """Becomes the program, so that signals, pipes and exit codes are its own."""
    path = os.fspath(program())
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
