# SPDX-License-Identifier: Apache-2.0
"""The other side of a comparison: a Python process that lasts, and does what it is asked."""

import json
import subprocess
import sys


class Peer:
    """A script that answers each line of its input with a line of JSON."""

    def __init__(self, *command, **options):
        """`options` are those of subprocess.Popen."""
        self.process = subprocess.Popen([sys.executable, *map(str, command)], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, **options)

    def ask(self, line):
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"the peer failed at: {line}")
        return json.loads(answer)

    def end(self):
        self.process.stdin.close()
        self.process.wait()
