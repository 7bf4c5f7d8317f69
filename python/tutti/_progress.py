# SPDX-License-Identifier: Apache-2.0
"""What a person sees of a training in a terminal or a notebook."""
from __future__ import annotations

import sys
import time
from typing import Any, Optional


class _Quiet:
    def show(self, event: Any) -> None:
        """Shows nothing."""

    def close(self) -> None:
        """Ends nothing."""


class _Line:
    """One line that changes, and what was evaluated above it."""

    def __init__(self) -> None:
        self._loss: Optional[float] = None
        self._shown = 0.0
        self._is_open = False

    def show(self, event: Any) -> None:
        if event.kind == "log":
            self._loss = event.loss
        elif event.kind == "step":
            now = time.monotonic()
            if now - self._shown > 0.1 or event.step == event.total:
                self._shown = now
                loss = f"  loss {self._loss:.4f}" if self._loss is not None else ""
                self._write(f"step {event.step}/{event.total}{loss}")

    def _write(self, text: str) -> None:
        sys.stderr.write(f"\r{text}\x1b[K")
        sys.stderr.flush()
        self._is_open = True

    def close(self) -> None:
        if self._is_open:
            sys.stderr.write("\n")
            sys.stderr.flush()
            self._is_open = False


class _Cell(_Line):
    """The same in a notebook."""

    def __init__(self) -> None:
        super().__init__()
        self._display: Any = None

    def _write(self, text: str) -> None:
        from IPython.display import HTML, display  # type: ignore[import-not-found,unused-ignore]

        shown = HTML(f"<pre>{text}</pre>")
        if self._display is None:
            self._display = display(shown, display_id=True)
        else:
            self._display.update(shown)

    def close(self) -> None:
        self._display = None


def progress_of(wanted: Optional[bool]) -> Any:
    """A bar where it is wanted, or where nobody said and somebody looks."""
    notebook = "IPython" in sys.modules and sys.modules["IPython"].get_ipython() is not None \
        and "IPKernelApp" in sys.modules["IPython"].get_ipython().config
    if wanted is False or (wanted is None and not notebook and not sys.stderr.isatty()):
        return _Quiet()
    return _Cell() if notebook else _Line()
