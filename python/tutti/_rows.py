# SPDX-License-Identifier: Apache-2.0
"""Rows of Python objects as the files that a training reads."""
from __future__ import annotations

import json
import os
import pathlib
import tempfile
from typing import Any, Dict, Iterable, Iterator, Mapping, Optional

# Settings that name data.
DATA = ("train_file", "validation_file", "test_file")


def is_rows(value: Any) -> bool:
    """Whether a value is data rather than the name of a file."""
    return not isinstance(value, (str, bytes, os.PathLike)) and (
        isinstance(value, Iterable) or hasattr(value, "__arrow_c_stream__"))


def _plain(value: Any) -> Any:
    """What json cannot write: NumPy's and pandas' values."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "isoformat"):
        return value.isoformat()
    raise TypeError(f"a row has a value of {type(value).__name__}, expected texts, numbers, lists "
                    "and dicts")


def _records(rows: Any) -> Iterator[Mapping[str, Any]]:
    """Rows one after another, without another list of all."""
    if hasattr(rows, "to_dict") and hasattr(rows, "columns"):  # pandas
        columns = [str(name) for name in rows.columns]
        for values in rows.itertuples(index=False, name=None):
            yield {name: None if value != value else value  # NaN is how pandas says None
                   if not hasattr(value, "__len__") or isinstance(value, str) else value
                   for name, value in zip(columns, values)}
        return
    if hasattr(rows, "to_batches"):  # pyarrow.Table
        for batch in rows.to_batches(max_chunksize=1024):
            yield from batch.to_pylist()
        return
    for row in rows:  # a list, a generator, datasets.Dataset
        if not isinstance(row, Mapping):
            raise TypeError(f"found a row of {type(row).__name__}, expected a dict: "
                            '{"text": "...", "label": "..."}')
        yield row


class Rows:
    """Files of rows in memory, which live until close()."""

    def __init__(self) -> None:
        self._folder: Optional[tempfile.TemporaryDirectory[str]] = None

    def put_files(self, settings: Dict[str, Any]) -> None:
        """Puts files in the place of rows."""
        for name in DATA:
            if name in settings and is_rows(settings[name]):
                settings[name] = str(self._write(name.replace("_file", ""), settings[name]))

    def _write(self, name: str, rows: Any) -> pathlib.Path:
        """A file of JSON lines, written row by row."""
        if self._folder is None:
            memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
            self._folder = tempfile.TemporaryDirectory(prefix="tutti-rows-", dir=memory)
        path = pathlib.Path(self._folder.name) / f"{name}.jsonl"
        with open(path, "w", encoding="utf-8") as out:
            for row in _records(rows):
                out.write(json.dumps(row, default=_plain, ensure_ascii=False))
                out.write("\n")
        return path

    def close(self) -> None:
        """Removes the files."""
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
