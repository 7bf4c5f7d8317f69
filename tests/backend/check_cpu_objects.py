# SPDX-License-Identifier: Apache-2.0
"""The CPU backend never runs an op's own meaning: none of its object files knows the interpreter,
or the Evaluation that every `OpDef::evaluate` must be given. The one exception is what processes of
a grid exchange, in lower_collective.cpp: it takes the reference's rendezvous, and so its order.

usage: check_cpu_objects.py NM OBJECT..."""
import subprocess
import sys

EXCHANGES = "/lower_collective.cpp"
FORBIDDEN = ("tutti::op::interpret", "tutti::op::evaluate_operation", "tutti::ir::Evaluation")


def main(nm, objects):
    # What is compiled several files at a time is of backend/cpu alone: see src/CMakeLists.txt.
    cpu = [name for name in objects if "/backend/cpu/" in name or "/Unity/" in name]
    if not cpu:
        sys.exit("found no object files of backend/cpu; did the build's layout change?")
    failed = False
    for name in cpu:
        symbols = subprocess.check_output([nm, "--demangle", name], text=True)
        for line in symbols.splitlines():
            exchanges = EXCHANGES in name and "tutti::op::interpret_process" in line
            if any(word in line for word in FORBIDDEN) and not exchanges:
                print(f"{name}: {line.strip()}")
                failed = True
    print(f"{len(cpu)} object files looked at")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
