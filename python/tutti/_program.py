# SPDX-License-Identifier: Apache-2.0
"""StableHLO programs as functions: tutti.compile()."""
from __future__ import annotations

import ctypes
from typing import Any, Dict, List, Optional, Sequence, Union

from . import _library as lib
from ._training import settings_of

_NUMPY = {"f32": "float32", "f64": "float64", "f16": "float16", "i1": "bool", "i8": "int8",
          "i16": "int16", "i32": "int32", "i64": "int64", "ui8": "uint8", "ui16": "uint16",
          "ui32": "uint32", "ui64": "uint64", "complex<f32>": "complex64",
          "complex<f64>": "complex128"}


def _numpy_type(element: str) -> Any:
    import numpy

    if element in _NUMPY:
        return numpy.dtype(_NUMPY[element])
    try:
        import ml_dtypes  # type: ignore[import-not-found,unused-ignore]  # JAX brings it

        return numpy.dtype(getattr(ml_dtypes, {"bf16": "bfloat16"}.get(
            element, element.replace("f8", "float8_").lower())))
    except (ImportError, AttributeError):
        raise lib.UserError(f"NumPy has no {element}; install ml_dtypes, or convert in the program")


class Type:
    """The type of an argument or result: `element_type` as in the program's text, and `shape`."""

    def __init__(self, described: Dict[str, Any]) -> None:
        self.element_type: str = described["element_type"]
        self.shape = tuple(described["shape"])

    def __repr__(self) -> str:
        return f"tensor<{'x'.join([*map(str, self.shape), self.element_type])}>"


class Program:
    """A compiled function: call it with arrays; it gives a tuple of NumPy arrays."""

    def __init__(self, source: Union[str, bytes], function: str, backend: str,
                 threads: Optional[int]) -> None:
        tutti = lib.library()
        settings = settings_of(None, {"backend": backend}, threads, "compile()")
        text = source.encode() if isinstance(source, str) else bytes(source)
        self._program = lib.Handle(
            tutti.tutti_program_compile(text, len(text), function.encode(), settings.value),
            tutti.tutti_program_free)
        signature = lib.result(tutti.tutti_program_signature(self._program.value))
        self.inputs = [Type(each) for each in signature["inputs"]]
        self.outputs = [Type(each) for each in signature["outputs"]]

    def __call__(self, *arrays: Any) -> Any:
        import numpy

        if len(arrays) != len(self.inputs):
            raise TypeError(f"the program takes {len(self.inputs)} arrays, found {len(arrays)}")
        given = [_array_of(array, kind, i) for i, (array, kind) in
                 enumerate(zip(arrays, self.inputs))]
        results = [numpy.empty(kind.shape, _numpy_type(kind.element_type))
                   for kind in self.outputs]
        lib.check(lib.library().tutti_program_run(
            self._program.value, _described(given, self.inputs), len(given),
            _described(results, self.outputs), len(results)))
        return tuple(results)


def _array_of(array: Any, kind: Type, index: int) -> Any:
    """A NumPy array in row-major order, of any object that NumPy or DLPack takes."""
    import numpy

    if not isinstance(array, numpy.ndarray) and hasattr(array, "__dlpack__"):
        try:
            array = numpy.from_dlpack(array)
        except (BufferError, RuntimeError, TypeError):
            pass
    array = numpy.asarray(array)
    wanted = _numpy_type(kind.element_type)
    if array.dtype != wanted or array.shape != kind.shape:
        raise lib.UserError(f"argument {index}: found {array.dtype}{list(array.shape)}, expected "
                            f"{wanted}{list(kind.shape)} ({kind})")
    return numpy.ascontiguousarray(array).reshape(kind.shape)


def _described(arrays: Sequence[Any], kinds: List[Type]) -> Any:
    described = (lib.Array * len(arrays))()
    for i, (array, kind) in enumerate(zip(arrays, kinds)):
        shape = (ctypes.c_int64 * len(kind.shape))(*kind.shape)
        described[i] = lib.Array(kind.element_type.encode(), len(kind.shape), shape,
                                 array.ctypes.data)
    return described


def compile(source: Union[str, bytes], *, function: str = "main", backend: str = "cpu",
            threads: Optional[int] = None) -> Program:
    """Compiles one function of a StableHLO program: its text, as jax.jit(f).lower(x).as_text()
    gives it, or its portable bytecode.

    backend: cpu, reference, pjrt=cuda, ... Raises tutti.UserError with line and column.
    """
    return Program(source, function, backend, threads)
