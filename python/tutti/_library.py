# SPDX-License-Identifier: Apache-2.0
"""The C library: its functions, its errors, and where it is."""
from __future__ import annotations

import ctypes
import functools
import json
import logging
import os
import pathlib
import shutil
from typing import Any, Callable, Dict, Optional

_FOLDER = pathlib.Path(__file__).resolve().parent
_LEVELS = (logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR)
logger = logging.getLogger("tutti")

Event = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p)
Text = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)
_Log = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p)


class Error(RuntimeError):
    """Whatever Tutti reports. `exit_code` is the one that the program `tutti` would give."""

    exit_code = 1


class UserError(Error, ValueError):
    """The input is wrong; the sentence says what was found, and how to mend it."""

    exit_code = 2


class MissingBackend(Error):
    """There is no such device, or no plugin for it."""

    exit_code = 3


class OutOfMemory(Error, MemoryError):
    """The work does not fit; the sentence says what would."""

    exit_code = 4


class FileError(Error, OSError):
    """A file or a server failed."""

    exit_code = 5


_ERRORS = {error.exit_code: error for error in (UserError, MissingBackend, OutOfMemory, FileError)}
STOPPED = 75


class Array(ctypes.Structure):
    """tutti_array of tutti.h."""

    _fields_ = [("element_type", ctypes.c_char_p), ("rank", ctypes.c_int64),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("data", ctypes.c_void_p)]


_TEXT, _HANDLE, _INT = ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int64
# Texts that a function returns are freed by the caller: they are pointers here, not bytes.
_FUNCTIONS = {
    "version": (_TEXT,),
    "error": (_TEXT,),
    "error_code": (ctypes.c_int,),
    "free": (None, _HANDLE),
    "set_log": (None, _Log, _HANDLE),
    "settings_new": (_HANDLE,),
    "settings_free": (None, _HANDLE),
    "settings_set_json": (ctypes.c_int, _HANDLE, _TEXT),
    "settings_set_file": (ctypes.c_int, _HANDLE, _TEXT),
    "settings_json": (_HANDLE, _HANDLE),
    "settings_list": (_HANDLE, _HANDLE),
    "settings_set_threads": (ctypes.c_int, _HANDLE, ctypes.c_int),
    "settings_set_variable": (ctypes.c_int, _HANDLE, _TEXT, _TEXT),
    "settings_set_program": (ctypes.c_int, _HANDLE, _TEXT),
    "training_open": (_HANDLE, _HANDLE, Event, _HANDLE),
    "training_free": (None, _HANDLE),
    "training_train": (ctypes.c_int, _HANDLE),
    "training_stop": (None, _HANDLE),
    "training_evaluate": (_HANDLE, _HANDLE),
    "training_finish": (ctypes.c_int, _HANDLE),
    "training_results": (_HANDLE, _HANDLE),
    "model_open": (_HANDLE, _HANDLE),
    "model_free": (None, _HANDLE),
    "model_task": (_HANDLE, _HANDLE),
    "model_predict": (_HANDLE, _HANDLE, _TEXT, _INT),
    "model_generate": (_HANDLE, _HANDLE, _TEXT, Text, _HANDLE),
    "program_compile": (_HANDLE, _TEXT, _INT, _TEXT, _HANDLE),
    "program_free": (None, _HANDLE),
    "program_signature": (_HANDLE, _HANDLE),
    "program_run": (ctypes.c_int, _HANDLE, ctypes.POINTER(Array), _INT, ctypes.POINTER(Array),
                    _INT),
}


def _find(name: str, installed: str, variable: str) -> pathlib.Path:
    """A file of the wheel; in a source tree, the one that the variable names, or that was built."""
    places = [_FOLDER / installed / name, _FOLDER.parents[1] / "build" / name]
    if os.environ.get(variable):
        places.insert(0, pathlib.Path(os.environ[variable]))
    for place in places:
        if place.exists():
            return place
    raise ImportError(f"{places[-1]} is missing: install the wheel, or build Tutti by ./dev build "
                      f"and set {variable}")


def program() -> pathlib.Path:
    """The program `tutti` of this package."""
    try:
        return _find("tutti", "bin", "TUTTI_PROGRAM")
    except ImportError:
        found = shutil.which("tutti")
        if not found:
            raise
        return pathlib.Path(found)


def _log(_data: Any, level: int, message: bytes) -> None:
    logger.log(_LEVELS[level], message.decode(errors="replace"))


_LOG = _Log(_log)  # lives as long as the library


@functools.lru_cache(maxsize=None)
def library() -> Any:
    """The C library, opened when it is first needed; calls release the interpreter's lock."""
    opened = ctypes.CDLL(str(_find("libtutti.so", "lib", "TUTTI_LIBRARY")))
    for name, (result, *arguments) in _FUNCTIONS.items():
        function = getattr(opened, f"tutti_{name}")
        function.restype, function.argtypes = result, arguments
    opened.tutti_set_log(_LOG, None)
    return opened


# A process that was forked has none of the library's threads.
_forks = 0


def _count_fork() -> None:
    global _forks
    _forks += 1


os.register_at_fork(after_in_child=_count_fork)


class Handle:
    """A handle of the library, which is freed with it and refused after a fork."""

    def __init__(self, value: Optional[int], free: Callable[[int], None]) -> None:
        if not value:
            raise last_error()
        self._value, self._free, self._forks = value, free, _forks

    @property
    def value(self) -> int:
        """What the library's functions take."""
        if self._forks != _forks:
            raise Error("this object was made before the process was forked: open it again")
        return self._value

    def __del__(self) -> None:
        if getattr(self, "_value", None) and self._forks == _forks:
            self._free(self._value)


def error_of(code: int, sentence: str) -> Error:
    """The exception of an exit code."""
    error = _ERRORS.get(code, Error)(sentence)
    error.exit_code = code
    return error


def last_error() -> Error:
    """The library's last failure on this thread, as an exception."""
    return error_of(library().tutti_error_code(),
                    library().tutti_error().decode(errors="replace"))


def check(code: int) -> None:
    """Raises what a function that returned another code than 0 failed by."""
    if code != 0:
        raise last_error()


def text(pointer: Optional[int]) -> str:
    """A text that a function returned."""
    if not pointer:
        raise last_error()
    try:
        return ctypes.string_at(pointer).decode(errors="replace")
    finally:
        library().tutti_free(pointer)


def result(pointer: Optional[int]) -> Any:
    """The JSON value that a function returned."""
    return json.loads(text(pointer))


def value_of(value: Any) -> Any:
    """A Python value as a run file has it."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (list, tuple, set)):
        return [value_of(item) for item in value]
    if hasattr(value, "item") and not hasattr(value, "__len__"):  # a NumPy scalar
        return value.item()
    if hasattr(value, "value") and value.__class__.__module__.startswith("transformers"):
        return value.value  # an enum of theirs
    return value


def new_settings(threads: Optional[int] = None) -> Handle:
    """Settings that know this process's environment, threads and program."""
    tutti = library()
    settings = Handle(tutti.tutti_settings_new(), tutti.tutti_settings_free)
    for name, value in os.environ.items():
        check(tutti.tutti_settings_set_variable(settings.value, os.fsencode(name),
                                                os.fsencode(value)))
    count = threads if threads is not None else len(os.sched_getaffinity(0))
    check(tutti.tutti_settings_set_threads(settings.value, count))
    try:
        check(tutti.tutti_settings_set_program(settings.value, os.fsencode(program())))
    except ImportError:
        pass  # the backends are cpu and reference
    return settings


@functools.lru_cache(maxsize=None)
def known_settings() -> Dict[str, Dict[str, Any]]:
    """Every setting of a training by name: its type, choices and help."""
    settings = new_settings(1)
    return {each["name"]: each
            for each in result(library().tutti_settings_list(settings.value))}


def expect_known(names: Any, where: str) -> None:
    """Raises TypeError for a keyword that is no setting, with the nearest one."""
    import difflib

    for name in names:
        if name in known_settings():
            continue
        near = difflib.get_close_matches(name, known_settings(), 1)
        hint = f". Did you mean {near[0]}?" if near else ""
        raise TypeError(f"{where} got an unexpected keyword argument '{name}'{hint}")
