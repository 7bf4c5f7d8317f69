# SPDX-License-Identifier: Apache-2.0
"""What the checks of a source tree have in common as commands; check_*.py call run()."""
import pathlib
import sys


def run(name, check, needs, lack):
    """Runs check(root) on the tree that the command line names, or on this one, and prints one
    problem a line on stderr. `needs` is a path that such a tree has; an error calls it `lack`.
    Returns the exit code: 0 clean, 1 problems, 2 no such tree."""
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[1]
    if not (root / needs).exists():
        print(f"{name}: {root} has no {lack}", file=sys.stderr)
        return 2
    problems = check(root)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0
