# SPDX-License-Identifier: Apache-2.0
"""What the tests of tools/ share: small source trees in a temporary folder."""
import contextlib
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))


@contextlib.contextmanager
def tree(files):
    """Yields a folder that holds `files`, a map from path to content."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, content in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        yield root
