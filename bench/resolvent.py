#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures tutti.resolvent_diagonal and its gradient against PyTorch, JAX and LAPACK.

  resolvent.py PROGRAM [--rounds 3] [--shapes 64x128 64x1024 ...] [--peers 64x128 64x1024]

z = i, b = c = 1, both sides, float32, one thread. All take turns in one run, and a figure is
million elements (rows x N) a second of processor time, the mean of a round, the best of all
rounds. Peers: PyTorch with a loop over N and the exact adjoint by hand, complex64; JAX's lax.scan
of the same recurrences, jitted, and its gradient; LAPACK's cgtsv through SciPy, one solve a row,
which does the same two sweeps. Shapes that are not in --peers are measured here alone. Needs
bench/requirements.txt.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false "
                                   "intra_op_parallelism_threads=1")

import numpy as np

ATTRIBUTES = "causal = false, z_imaginary = 1.0 : f64, z_real = 0.0 : f64"


def inputs(rows, length):
    random = np.random.default_rng(1)
    a = -2 + np.clip(1.5 * random.standard_normal((rows, length)), -3, 3)
    return [x.astype(np.float32) for x in
            (a, *random.standard_normal((2, rows, length)))]


def program(rows, length, gradient):
    x, p = f"tensor<{rows}x{length}xf32>", f"tensor<{length - 1}xf32>"
    one = f"%one = stablehlo.constant dense<1.0> : {p}"
    if gradient:
        return f"""func.func @main(%a: {x}, %wr: {x}, %wi: {x}) -> {x} {{
  {one}
  %d = tutti.resolvent_diagonal_gradient %wr, %wi, %a, %one, %one
      {{couplings = false, {ATTRIBUTES}}} : ({x}, {x}, {x}, {p}, {p}) -> {x}
  return %d : {x}
}}"""
    return f"""func.func @main(%a: {x}) -> ({x}, {x}) {{
  {one}
  %g:2 = tutti.resolvent_diagonal %a, %one, %one {{{ATTRIBUTES}}} : ({x}, {p}, {p}) -> ({x}, {x})
  return %g#0, %g#1 : {x}, {x}
}}"""


def here(binary, folder, rows, length, gradient):
    """A function that gives the processor seconds of a run."""
    from safetensors.numpy import save_file
    name = pathlib.Path(folder) / f"{rows}x{length}_{gradient}"
    name.with_suffix(".mlir").write_text(program(rows, length, gradient))
    arrays = inputs(rows, length)
    save_file({f"in.{i:03}": x for i, x in enumerate(arrays[:3 if gradient else 1])},
              name.with_suffix(".safetensors"))
    repeat = max(5, min(500, 40_000_000 // (rows * length)))
    command = [binary, "ir", "run", name.with_suffix(".mlir"), "--backend", "cpu", "--threads", "1",
               "--inputs", name.with_suffix(".safetensors"), "--repeat", repeat, "--json", "-q"]

    def run():
        found = subprocess.run([str(word) for word in command], check=True, capture_output=True,
                               text=True).stdout
        return statistics.fmean(json.loads(found)["functions"][0]["processor_seconds"])
    return run


def timed(function, budget=0.5):
    """The mean processor seconds of a call, of as many as take about as long as the budget: a short
    call's own are wrong where another thread computes, as the system adds up its time now and
    then."""
    def run():
        calls, begin, start = 0, time.perf_counter(), time.process_time()
        while calls == 0 or time.perf_counter() - begin < budget:
            function()
            calls += 1
        return (time.process_time() - start) / calls
    return run


def torch_functions(rows, length):
    import torch
    torch.set_num_threads(1)
    a, wr, wi = (torch.from_numpy(x) for x in inputs(rows, length))

    def forward():
        d = torch.complex(a, -torch.ones_like(a)).T
        left, right = [d[0]], [d[-1]]
        for i in range(1, length):
            left.append(d[i] - 1 / left[-1])
            right.append(d[length - 1 - i] - 1 / right[-1])
        left, right = torch.stack(left), torch.stack(right[::-1])
        return (1 / (left + right - d)).T.contiguous(), left, right

    def both():
        g, left, right = forward()
        g, w = g.T, torch.complex(wr, -wi).T
        own = -w * g * g
        by_left, by_right = left ** -2, right ** -2
        down, up = [own[-1]], [own[0]]
        for i in range(1, length):
            down.append(own[length - 1 - i] + down[-1] * by_left[length - 1 - i])
            up.append(own[i] + up[-1] * by_right[i])
        return (torch.stack(down[::-1]) + torch.stack(up) - own).real.T.contiguous()
    return forward, both


def jax_functions(rows, length):
    import jax
    import jax.numpy as jnp
    a, wr, wi = (jnp.asarray(x) for x in inputs(rows, length))

    def diagonal(a):
        d = a.T - 1j
        start = jnp.zeros(d.shape[1:], d.dtype)

        def step(inverse, x):
            value = x - inverse
            return 1 / value, value
        left = jax.lax.scan(step, start, d)[1]
        right = jax.lax.scan(step, start, d, reverse=True)[1]
        return (1 / (left + right - d)).T

    def loss(a):
        g = diagonal(a)
        return jnp.sum(wr * g.real + wi * g.imag)
    forward, both = jax.jit(diagonal), jax.jit(jax.value_and_grad(loss))
    return (lambda: forward(a).block_until_ready(),
            lambda: jax.block_until_ready(both(a)))


def lapack_function(rows, length):
    from scipy.linalg import lapack
    a, w, _ = inputs(rows, length)
    one = np.ones(length - 1, np.complex64)
    d, b = (a - 1j).astype(np.complex64), w.astype(np.complex64)

    def solve():
        for row in range(rows):
            lapack.cgtsv(one, d[row], one, b[row])
    return solve


def sides_of(options, folder, shape):
    rows, length = (int(word) for word in shape.split("x"))
    sides = {"here, forward": here(options.program, folder, rows, length, False),
             "here, backward": here(options.program, folder, rows, length, True)}
    if shape in options.peers:
        for name, (forward, both) in (("PyTorch", torch_functions(rows, length)),
                                      ("JAX", jax_functions(rows, length))):
            sides[f"{name}, forward"], sides[f"{name}, both"] = timed(forward), timed(both)
        sides["cgtsv, a solve"] = timed(lapack_function(rows, length))
    return rows * length, sides


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--shapes", nargs="+",
                        default=["64x128", "64x512", "64x1024", "64x8192", "64x131072", "1x131072"])
    parser.add_argument("--peers", nargs="*", default=["64x128", "64x1024"])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for shape in options.shapes:
            elements, sides = sides_of(options, folder, shape)
            best = {name: 1e9 for name in sides}
            for _ in range(options.rounds):
                for name, run in sides.items():
                    best[name] = min(best[name], run())
            print(f"\n{shape}: million elements a second of processor time")
            for name, seconds in best.items():
                print(f"  {name:16} {elements / seconds / 1e6:9.1f}")
            if "PyTorch, both" not in best:
                continue
            both = best["here, forward"] + best["here, backward"]
            print(f"  forward and backward here: {best['PyTorch, both'] / both:.0f} x PyTorch, "
                  f"{best['JAX, both'] / both:.1f} x JAX; "
                  f"forward {best['cgtsv, a solve'] / best['here, forward']:.1f} x a solve")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
