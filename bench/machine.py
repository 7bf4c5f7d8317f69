# SPDX-License-Identifier: Apache-2.0
"""What figures were measured on."""

import json
import pathlib
import platform
import subprocess


def processor(cpuinfo):
    """ "family 25 model 17" or "part 0xd40", of /proc/cpuinfo: names of processors in the cloud are
    those of several generations."""
    fields = {}
    for line in cpuinfo.splitlines():
        name, colon, value = line.partition(":")
        if colon:
            fields.setdefault(name.strip(), value.strip())
    if "cpu family" in fields:
        return f"family {fields['cpu family']} model {fields.get('model', '?')}"
    if "CPU part" in fields:
        return f"implementer {fields.get('CPU implementer', '?')} part {fields['CPU part']}"
    return platform.machine()


def machine(program):
    """Of the cpu backend: processor, its model, threads, and what multiplies matrices."""
    found = subprocess.run([program, "devices", "--json"], check=True, capture_output=True,
                           text=True).stdout
    name, comma, rest = next(device["description"] for device in json.loads(found)["devices"]
                             if device["backend"] == "cpu").partition(", ")
    return f"{name} {processor(pathlib.Path('/proc/cpuinfo').read_text())}{comma}{rest}"
