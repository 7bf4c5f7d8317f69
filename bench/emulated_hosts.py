# SPDX-License-Identifier: Apache-2.0
"""Hosts that a tool emulates on this machine: network namespaces with limits of rate and time."""

import contextlib
import subprocess


@contextlib.contextmanager
def emulated_hosts(cluster, count, rate, cpu="1"):
    """`count` hosts whose links have a rate, such as 1gbit, and which have so many processors each.
    `cluster` is a program with the commands `up N --rate R --cpu F` and `down`."""
    subprocess.run([cluster, "up", str(count), "--rate", rate, "--cpu", cpu], check=True,
                   stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        subprocess.run([cluster, "down"], check=False, stdout=subprocess.DEVNULL)
