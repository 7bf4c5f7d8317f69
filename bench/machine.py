# SPDX-License-Identifier: Apache-2.0
"""What figures were measured on."""

import json
import subprocess


def machine(program):
    """Of the cpu backend: processor, threads, and what multiplies matrices."""
    found = subprocess.run([program, "devices", "--json"], check=True, capture_output=True,
                           text=True).stdout
    return next(device["description"] for device in json.loads(found)["devices"]
                if device["backend"] == "cpu")
