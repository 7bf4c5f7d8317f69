#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs of JAX and Flax as people write them, which bench/imported.py measures.

  jax_programs.py FOLDER [NAME ...]   writes NAME.mlir and NAME.safetensors for each
  jax_programs.py --serve FILE.mlir   runs jax.jit of it N times for each line N of its input

PROGRAMS is the list. Arguments are random with a fixed seed; a .safetensors has them as
`tutti ir run --inputs` reads them. All is float32. Needs bench/requirements.txt.
"""

import functools
import json
import pathlib
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np

import jax_bert
from jax_networks import NETWORKS, like, normal, whole


# A program is (function, arguments, numbers of the arguments that are donated).

def bert(kind):
    layers, hidden, heads, inner = jax_bert.SIZES["minilm"]
    p = like(jax_bert.parameters(layers, hidden, inner))
    rows, length = 4, 384
    batch = {"ids": whole(jax_bert.WORDS, rows, length), "mask": np.ones((rows, length), np.int32),
             "type": whole(2, rows, length)}
    if kind == "forward":
        return lambda q, x: jax_bert.forward(heads, q, x), (p, batch), ()
    batch |= {"start": whole(length, rows), "end": whole(length, rows)}
    zeros = jax.tree.map(np.zeros_like, p)
    key = (np.array([7, 9], np.uint32),) if kind == "step_dropout" else ()
    return (lambda *given: jax_bert.step(heads, *given),
            (p, zeros, zeros, np.int32(1), batch, *key), (0, 1, 2))


def fft(*sizes, over=1):
    """There, a filter in between, and back."""
    axes = tuple(range(-over, 0))

    def function(x, weights):
        return jnp.fft.ifftn(jnp.fft.fftn(x, axes=axes) * weights, axes=axes)
    parts = (sizes, sizes[-over:])
    return function, tuple(normal(*part) + 1j * normal(*part, seed=8) for part in parts), ()


def real_fft(*sizes):
    def function(x):
        found = jnp.fft.rfft(x)
        return jnp.abs(found), jnp.fft.irfft(found * 0.5, sizes[-1])
    return function, (normal(*sizes),), ()


def sort():
    def function(x, keys, values):
        return jnp.sort(x), jnp.argsort(x), jax.lax.sort_key_val(keys, values)
    return function, (normal(64, 4096), whole(1 << 20, 64, 4096), normal(64, 4096, seed=8)), ()


def top_k():
    """As sampling does: of the most likely tokens, those that make up nine tenths."""
    def function(logits):
        values, found = jax.lax.top_k(logits, 50)
        kept = jnp.cumsum(jax.nn.softmax(values), axis=-1) < 0.9
        return jnp.where(kept, values, -jnp.inf), found
    return function, (normal(32, 32000),), ()


PROGRAMS = {
    "bert_forward": functools.partial(bert, "forward"),
    "bert_step": functools.partial(bert, "step"),
    "bert_step_dropout": functools.partial(bert, "step_dropout"),
    "fft_power_of_two": functools.partial(fft, 64, 4096),
    "fft_mixed": functools.partial(fft, 64, 3000),
    "fft_prime": functools.partial(fft, 64, 1009),
    "fft_2d": functools.partial(fft, 8, 256, 256, over=2),
    "fft_2d_mixed": functools.partial(fft, 8, 240, 180, over=2),
    "fft_real": functools.partial(real_fft, 64, 4096),
    "sort": sort,
    "top_k": top_k,
} | NETWORKS


def lowered(name):
    function, arguments, donated = PROGRAMS[name]()
    # keep_unused: the arguments of the text are the arguments of the file.
    jitted = jax.jit(function, donate_argnums=donated, keep_unused=True)
    return jitted, arguments, jitted.lower(*arguments).as_text()


def write_safetensors(path, tensors):
    names = {"float32": "F32", "int32": "I32", "uint32": "U32", "bool": "BOOL", "complex64": "C64"}
    header, blocks, end = {}, [], 0
    for index, tensor in enumerate(tensors):
        blocks.append(np.ascontiguousarray(tensor).tobytes())
        begin, end = end, end + len(blocks[-1])
        header[f"in.{index:03}"] = {"dtype": names[str(tensor.dtype)], "shape": list(tensor.shape),
                                    "data_offsets": [begin, end]}
    encoded = json.dumps(header).encode()
    path.write_bytes(len(encoded).to_bytes(8, "little") + encoded + b"".join(blocks))


def serve(file):
    """For each line of standard input, a number of runs, a line of JSON: the seconds that passed
    and that processors worked in each of them."""
    jitted, arguments, text = lowered(file.stem)
    if file.read_text() != text:
        sys.exit(f"{file} is not what this version of JAX makes of {file.stem}: write it again")
    for line in sys.stdin:
        found = {"seconds": [], "processor_seconds": []}
        for _ in range(int(line) + 1):  # the first compiles, and is not told
            given = jax.block_until_ready(jax.tree.map(jnp.array, arguments))
            wall, processors = time.perf_counter(), time.process_time()
            jax.block_until_ready(jitted(*given))
            found["seconds"].append(time.perf_counter() - wall)
            found["processor_seconds"].append(time.process_time() - processors)
        print(json.dumps({kind: values[1:] for kind, values in found.items()}), flush=True)


def main():
    if sys.argv[1] == "--serve":
        serve(pathlib.Path(sys.argv[2]))
        return
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:] or PROGRAMS:
        _, arguments, text = lowered(name)
        (folder / f"{name}.mlir").write_text(text)
        write_safetensors(folder / f"{name}.safetensors", jax.tree.leaves(arguments))


if __name__ == "__main__":
    main()
