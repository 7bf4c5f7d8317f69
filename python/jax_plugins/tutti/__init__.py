# SPDX-License-Identifier: Apache-2.0
"""Tutti's cpu backend as a device of JAX: JAX_PLATFORMS=tutti,cpu.

JAX calls initialize() when it looks for plugins. Without JAX_PLATFORMS nothing changes: JAX's own
CPU comes first.
"""
from __future__ import annotations

import pathlib


def library() -> pathlib.Path:
    """The library that has GetPjrtApi(): the wheel's, or the one that was built."""
    import tutti

    package = pathlib.Path(tutti.__file__).resolve().parent
    for place in (package / "lib" / "libtutti.so",
                  package.parents[1] / "build" / "libtutti_pjrt.so"):
        if place.exists():
            return place
    raise ImportError(f"{place} is missing: install the wheel, or build Tutti by ./dev build")


def initialize() -> None:
    """Registers the plugin under the name tutti."""
    from jax._src import xla_bridge

    xla_bridge.register_plugin("tutti", priority=-100, library_path=str(library()), options=None)
