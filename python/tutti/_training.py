# SPDX-License-Identifier: Apache-2.0
"""A training: tutti.train() and its Run."""
from __future__ import annotations

import dataclasses
import json
import os
import pathlib
import queue
import threading
from typing import Any, Dict, Iterator, List, Mapping, Optional, Union

from . import _library as lib
from . import _rows
from ._progress import progress_of


@dataclasses.dataclass(frozen=True)
class Event:
    """Something that happened. `kind` is begin, step, log, evaluate, output, rank or end; `values`
    are those of tutti.h."""

    kind: str
    values: Any

    def __getattr__(self, name: str) -> Any:
        values = self.__dict__.get("values")
        if isinstance(values, dict) and name in values:
            return values[name]
        raise AttributeError(f"an event of kind {self.__dict__.get('kind')} has no {name}")


class Run:
    """A training. `for event in run` follows it while it goes on.

    metrics: what the training and its evaluation measured, as all_results.json has it.
    log_history: one dict for each log entry: step, loss, learning_rate, gradient_norm, epoch.
    output_dir: where the model is.
    """

    def __init__(self, settings: lib.Handle, rows: _rows.Rows,
                 progress: Optional[bool]) -> None:
        self.metrics: Dict[str, Any] = {}
        self.log_history: List[Dict[str, Any]] = []
        chosen = lib.result(lib.library().tutti_settings_json(settings.value))
        self.output_dir = pathlib.Path(chosen.get("output_dir") or ".")
        self._evaluates = bool(chosen.get("do_eval"))
        self._trains = bool(chosen.get("do_train"))
        self._rows = rows
        self._progress = progress_of(progress)
        self._events: "queue.SimpleQueue[Optional[Event]]" = queue.SimpleQueue()
        self._failure: Optional[BaseException] = None
        self._callback = lib.Event(self._on_event)  # lives as long as the training
        self._training: Optional[lib.Handle] = None
        self._settings = settings
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._work, name="tutti-train", daemon=True)
        self._thread.start()

    # On the thread that trains.

    def _on_event(self, _data: Any, kind: bytes, text: bytes) -> None:
        event = Event(kind.decode(), json.loads(text))
        if event.kind == "log":
            self.log_history.append(dict(event.values))
        self._events.put(event)

    def _work(self) -> None:
        tutti = lib.library()
        try:
            self._training = lib.Handle(
                tutti.tutti_training_open(self._settings.value, self._callback, None),
                tutti.tutti_training_free)
            training = self._training.value
            if self._stopping.is_set():
                tutti.tutti_training_stop(training)
            code = tutti.tutti_training_train(training) if self._trains else 0
            if code not in (0, lib.STOPPED):
                raise lib.last_error()
            if self._evaluates and code == 0:
                lib.text(tutti.tutti_training_evaluate(training))
            lib.check(tutti.tutti_training_finish(training))
            self.metrics = lib.result(tutti.tutti_training_results(training))
            self._events.put(Event("end", dict(self.metrics)))
        except BaseException as failure:  # raised where the caller waits
            self._failure = failure
        finally:
            self._training = None  # its memory is given back
            self._rows.close()
            self._events.put(None)

    # On the caller's thread.

    def stop(self) -> None:
        """Asks the training to save its state and to end; resume_from_checkpoint="auto" goes on."""
        self._stopping.set()
        training = self._training
        if training:
            lib.library().tutti_training_stop(training.value)

    def __iter__(self) -> Iterator[Event]:
        try:
            while True:
                try:
                    event = self._events.get(timeout=0.1)  # so that Ctrl-C is seen
                except queue.Empty:
                    continue
                if event is None:
                    break
                self._progress.show(event)
                yield event
        except KeyboardInterrupt:
            self.stop()
            self._thread.join()
            raise
        finally:
            self._progress.close()
        self._thread.join()
        if self._failure:
            raise self._failure

    def wait(self) -> "Run":
        """Waits for the end. Ctrl-C stops the training as in a terminal and keeps the state."""
        for _ in self:
            pass
        return self

    def model(self, **settings: Any) -> Any:
        """The trained model: tutti.load(run.output_dir)."""
        from ._model import load

        return load(self.output_dir, **settings)

    def __repr__(self) -> str:
        return f"Run(output_dir={str(self.output_dir)!r}, metrics={self.metrics!r})"


Config = Union[Mapping[str, Any], str, "os.PathLike[str]", None]


def settings_of(config: Config, flags: Dict[str, Any], threads: Optional[int],
                where: str) -> lib.Handle:
    """Settings from a dict or a run file, and the keywords over it."""
    settings = lib.new_settings(threads)
    if config is not None and not isinstance(config, Mapping):
        lib.check(lib.library().tutti_settings_set_file(settings.value, os.fsencode(config)))
        config = None
    chosen = {**(config or {}), **flags}
    if "model" in chosen:
        chosen["model_name_or_path"] = chosen.pop("model")
    lib.expect_known(chosen, where)
    values = {name: lib.value_of(value) for name, value in chosen.items() if value is not None}
    lib.check(lib.library().tutti_settings_set_json(settings.value, json.dumps(values).encode()))
    return settings


def train(config: Config = None, *, stream: bool = False, progress: Optional[bool] = None,
          threads: Optional[int] = None, **flags: Any) -> Run:
    """Fine-tunes a model. Keywords are the flags of `tutti train`: model, train_file, task, ...

    config: a dict, or the path of a run file, whose settings the keywords go over.
    train_file, validation_file: paths, or rows: a list of dicts, a pandas DataFrame, a
        datasets.Dataset, a pyarrow Table.
    stream: returns at once; `for event in run` follows the training.
    progress: a bar; by default where somebody looks at a terminal or a notebook.
    threads: of the cpu backend; by default one for each processor.

    Raises TypeError for an unknown keyword, tutti.UserError for wrong input, and what Tutti else
    fails by.
    """
    flags.setdefault("do_train", True)
    rows = _rows.Rows()
    try:
        rows.put_files(flags)
        run = Run(settings_of(config, flags, threads, "train()"), rows, progress)
    except BaseException:
        rows.close()
        raise
    return run if stream else run.wait()
