# SPDX-License-Identifier: Apache-2.0
"""Trained models: tutti.load()."""
from __future__ import annotations

import json
import os
import pathlib
import queue
import threading
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Union

from . import _library as lib
from ._program_output import run_json, run_program
from ._training import settings_of

Messages = Sequence[Mapping[str, Any]]


class Model:
    """A model that answers. Weights are read when they are first needed; calls of one model wait
    for each other."""

    def __init__(self, path: Union[str, "os.PathLike[str]"], settings: Dict[str, Any],
                 threads: Optional[int]) -> None:
        self.path = os.fspath(path)
        self._given = {"model_name_or_path": self.path, **settings}
        self._settings = settings_of(None, dict(self._given), threads, "load()")
        tutti = lib.library()
        self._model = lib.Handle(tutti.tutti_model_open(self._settings.value),
                                 tutti.tutti_model_free)
        self._lock = threading.Lock()
        self.task: str = lib.text(tutti.tutti_model_task(self._model.value))

    def predict(self, text: Union[str, Sequence[str], None] = None, *, top_k: int = 5,
                **inputs: str) -> Any:
        """What the model says of one input, or of each text of a list.

        inputs: those of `tutti predict` for the task: question and context; text and text_pair.
        Gives a dict with the input and "answers", best first.
        """
        if text is not None and not isinstance(text, str):
            return [self.predict(each, top_k=top_k, **inputs) for each in text]
        if text is not None:
            inputs["text"] = text
        asked = json.dumps(inputs, ensure_ascii=False).encode()
        with self._lock:
            return lib.result(lib.library().tutti_model_predict(self._model.value, asked, top_k))

    def classify(self, texts: Union[str, Sequence[str]], *, top_k: int = 1) -> Any:
        """Labels of texts: [{"label", "score"}], the likeliest first; a list of them for a list."""
        if not isinstance(texts, str):
            return [self.classify(text, top_k=top_k) for text in texts]
        return [{"label": answer["answer"], "score": answer["probability"]}
                for answer in self.predict(texts, top_k=top_k)["answers"]]

    def _stream(self, request: Dict[str, Any]) -> Iterator[str]:
        pieces: "queue.SimpleQueue[Union[str, BaseException, None]]" = queue.SimpleQueue()
        ended = threading.Event()

        def on_text(_data: Any, piece: bytes) -> int:
            pieces.put(piece.decode(errors="replace"))
            return 1 if ended.is_set() else 0

        def work() -> None:
            try:
                self._generate(request, lib.Text(on_text))
                pieces.put(None)
            except BaseException as failure:  # raised where the caller waits
                pieces.put(failure)

        thread = threading.Thread(target=work, name="tutti-generate", daemon=True)
        thread.start()
        try:
            while True:
                try:
                    piece = pieces.get(timeout=0.1)  # so that Ctrl-C is seen
                except queue.Empty:
                    continue
                if piece is None:
                    return
                if isinstance(piece, BaseException):
                    raise piece
                yield piece
        finally:
            ended.set()
            thread.join()

    def _generate(self, request: Dict[str, Any], on_text: Any = None) -> Dict[str, Any]:
        asked = json.dumps({name: lib.value_of(value) for name, value in request.items()
                            if value is not None}, ensure_ascii=False).encode()
        with self._lock:
            answer: Dict[str, Any] = lib.result(lib.library().tutti_model_generate(
                self._model.value, asked, on_text or lib.Text(), None))
        return answer

    def generate(self, prompt: str, *, stream: bool = False, **sampling: Any) -> Any:
        """Continues a text. Keywords are the flags of `tutti generate`: max_new_tokens,
        temperature, top_k, top_p, seed, stop_strings, ...

        stream: an iterator over pieces of the text as they are written, which may be left.
        """
        request = {"prompt": prompt, **sampling}
        return self._stream(request) if stream else self._generate(request)["generated_text"]

    def chat(self, messages: Union[str, Messages], *, stream: bool = False,
             tools: Optional[List[Any]] = None, **sampling: Any) -> Any:
        """The model's answer to a conversation, [{"role": "user", "content": "..."}], or to one
        message. Keywords as in generate()."""
        if isinstance(messages, str):
            messages = [{"role": "user", "content": messages}]
        request = {"messages": list(messages), "tools": tools, **sampling}
        return self._stream(request) if stream else self._generate(request)["generated_text"]

    def score(self, validation_file: Union[str, "os.PathLike[str]"],
              **flags: Any) -> Dict[str, Any]:
        """Metrics of the model on a file, as `tutti evaluate --json` gives them."""
        return run_json("evaluate", {**self._given, "validation_file": validation_file, **flags})

    def merge(self, output_dir: Union[str, "os.PathLike[str]"], **flags: Any) -> "Model":
        """Puts the adapter into the model's weights, and writes and opens the result."""
        run_program("merge", {**self._given, "output_dir": output_dir, **flags})
        return load(output_dir)

    def export(self, output: Union[str, "os.PathLike[str]"], **flags: Any) -> pathlib.Path:
        """Writes StableHLO, or with gguf="bf16" a GGUF file, as `tutti export` does."""
        run_program("export", {**self._given, "output": output, **flags})
        return pathlib.Path(output)

    def __repr__(self) -> str:
        return f"Model({self.path!r}, task={self.task!r})"


def load(path: Union[str, "os.PathLike[str]"], *, threads: Optional[int] = None,
         **settings: Any) -> Model:
    """Opens a model's folder, an adapter's folder, a GGUF file, or a name in the Hugging Face
    cache. settings: task, adapter, backend, precision, tokenizer_name, max_seq_length.

    threads: of the cpu backend; by default one for each processor.
    """
    return Model(path, settings, threads)
