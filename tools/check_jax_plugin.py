#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Trains with JAX on Tutti's plugin and on JAX's own CPU, and compares losses, time and memory.

Usage: check_jax_plugin.py LIBRARY [--steps N] [--speed]
LIBRARY is build/libtutti_pjrt.so, or a wheel's libtutti.so. Needs jax, flax and optax. Each backend
runs in a process of its own. In float64 each of 200 losses has to agree to 1e-5; in float32
rounding grows while a loss falls, so its differences are only printed. Exit code 1: a loss differs
by more, an operation fails that JAX's CPU takes, or memory grows.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import time

TOLERANCE = 1e-5


def models():
    """Name → a function that gives the parameters, the loss and a batch."""
    import flax.linen as nn
    import jax
    import jax.numpy as jnp
    import optax

    class Mlp(nn.Module):
        @nn.compact
        def __call__(self, x):
            for width in (64, 64):
                x = nn.gelu(nn.Dense(width)(x))
            return nn.Dense(10)(x)

    class Cnn(nn.Module):
        @nn.compact
        def __call__(self, x):
            x = x.reshape(-1, 8, 8, 1)
            for width in (8, 16):
                x = nn.avg_pool(nn.relu(nn.Conv(width, (3, 3))(x)), (2, 2), (2, 2))
            return nn.Dense(10)(nn.LayerNorm()(x.reshape(x.shape[0], -1)))

    class Transformer(nn.Module):
        @nn.compact
        def __call__(self, x):
            x = nn.Dense(32)(x.reshape(-1, 8, 8))
            for _ in range(2):
                x += nn.MultiHeadDotProductAttention(num_heads=4)(nn.LayerNorm()(x))
                x += nn.Dense(32)(nn.gelu(nn.Dense(64)(nn.LayerNorm()(x))))
            return nn.Dense(10)(x.mean(1))

    class Lstm(nn.Module):
        @nn.compact
        def __call__(self, x):
            return nn.Dense(10)(nn.RNN(nn.OptimizedLSTMCell(32))(x.reshape(-1, 8, 8))[:, -1])

    def make(network):
        def prepare():
            key = jax.random.PRNGKey(0)
            x = jax.random.normal(key, (32, 64), jnp.result_type(float))
            labels = jax.random.randint(key, (32,), 0, 10)
            parameters = network().init(key, x)

            def loss(parameters, x, labels):
                logits = network().apply(parameters, x)
                return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()

            return parameters, loss, (x, jnp.asarray(labels))
        return prepare

    return {"MLP": make(Mlp), "CNN": make(Cnn), "transformer": make(Transformer),
            "LSTM": make(Lstm)}


def resident():
    """KiB of this process."""
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


def train(prepare, steps):
    """Losses, seconds of a step, and what the memory grew by after the first half."""
    import jax
    import optax

    parameters, loss, batch = prepare()
    optimizer = optax.adamw(1e-3)
    state = optimizer.init(parameters)

    def step(parameters, state, x, labels):
        value, gradients = jax.value_and_grad(loss)(parameters, x, labels)
        updates, state = optimizer.update(gradients, state, parameters)
        return optax.apply_updates(parameters, updates), state, value

    run = jax.jit(step, donate_argnums=(0, 1))
    losses, before, began = [], 0, 0.0
    for number in range(steps):
        if number == 5:
            began = time.perf_counter()
        if number == steps // 2:
            before = resident()
        parameters, state, value = run(parameters, state, *batch)
        if number < 200:
            losses.append(float(value))
    jax.block_until_ready(parameters)
    return {"losses": losses, "seconds": (time.perf_counter() - began) / max(1, steps - 5),
            "growth": resident() - before}


def measure_speed():
    """Seconds of a dispatch of x + 1, and of compiling an operation for the first time."""
    import jax
    import jax.numpy as jnp

    add = jax.jit(lambda value: value + 1)
    value = add(jnp.ones((4, 4)))
    began = time.perf_counter()
    for _ in range(5000):
        value = add(value)
    dispatch = (time.perf_counter() - began) / 5000
    began = time.perf_counter()
    for number in range(30):
        jax.jit(lambda x, by=number: x * by + 1)(value)
    return {"dispatch": dispatch, "compile": (time.perf_counter() - began) / 30}


def work(options):
    results = {name: train(prepare, options.steps) for name, prepare in models().items()}
    if options.speed:
        results["speed"] = measure_speed()
    print("RESULT " + json.dumps(results))


def run(library, platforms, words, is_double):
    environment = dict(os.environ, JAX_PLATFORMS=platforms, TUTTI_WORK="1",
                       JAX_ENABLE_X64=str(int(is_double)),
                       PJRT_NAMES_AND_LIBRARY_PATHS=f"tutti:{library}")
    done = subprocess.run([sys.executable, __file__, library, *words], env=environment,
                          capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith("RESULT ")]
    if not lines:
        sys.exit(f"{platforms}: {done.stderr[-2000:]}")
    return json.loads(lines[-1][len("RESULT "):])


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--speed", action="store_true")
    options = parser.parse_args()
    if os.environ.get("TUTTI_WORK"):
        return work(options)
    library, words = os.path.abspath(options.library), sys.argv[2:]
    all_right = True
    for is_double in (True, False):
        ours, theirs = (run(library, platforms, words, is_double)
                        for platforms in ("tutti,cpu", "cpu"))
        for name in ours:
            if name == "speed":
                for key, value in ours[name].items():
                    print(f"{key}: {1e6 * value:.1f} us, XLA {1e6 * theirs[name][key]:.1f} us")
                continue
            worst = max(abs(a - b) for a, b in zip(ours[name]["losses"], theirs[name]["losses"]))
            print(f"{name}, {'float64' if is_double else 'float32'}: losses differ by {worst:.1e} "
                  f"at most, a step takes {ours[name]['seconds'] / theirs[name]['seconds']:.2f} of "
                  f"XLA's time, memory grew by {ours[name]['growth']} KiB")
            all_right &= (worst <= TOLERANCE or not is_double) and ours[name]["growth"] < 20_000
    return 0 if all_right else 1


if __name__ == "__main__":
    sys.exit(main())
