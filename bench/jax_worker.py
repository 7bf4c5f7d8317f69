#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""JAX's side of the comparison: a training step of the recipe J for each line of its input.

  jax_worker.py MODEL TRAIN_FILE CACHE BATCH

Prints a line of JSON for each. J is the best form of a BERT step in JAX on a CPU that was found:
rows of 512 into which samples are packed, bf16 products summed in float32, dropout 0.1, clipping
at 1 and AdamW, compiled once; about as many tokens as BATCH samples have.
"""

import itertools
import json
import pathlib
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np

import jax_bert
import squad_features as squad

LENGTH = 512


def initial(shape):
    return jnp.asarray(np.random.default_rng(42).standard_normal(shape.shape) * 0.02, shape.dtype)


class Packer:
    """Endless batches of `rows` rows; what does not fit waits for the next one."""

    def __init__(self, features, batch):
        lengths = [len(ids) for ids, _, _ in features]
        self.features = features
        self.rows = max(1, round(batch * np.mean(lengths) / LENGTH))
        self.most = 2 * batch
        self.order = itertools.cycle(np.random.default_rng(42).permutation(len(features)))
        self.waiting = []

    def next(self):
        batch = {name: np.zeros((self.rows, LENGTH), np.int32)
                 for name in ("ids", "type", "position", "segment")}
        samples = {name: np.zeros(self.most, np.int32)
                   for name in ("row", "number", "start", "end")}
        used, counts, count, passed = [0] * self.rows, [0] * self.rows, 0, []
        while len(passed) < 16 and count < self.most:
            index = self.waiting.pop(0) if self.waiting else next(self.order)
            ids, question, (start, end) = self.features[index]
            fitting = [row for row in range(self.rows) if used[row] + len(ids) <= LENGTH]
            row = max(fitting, key=lambda row: used[row], default=None)
            if row is None:
                passed.append(index)
                continue
            counts[row] += 1
            at = slice(used[row], used[row] + len(ids))
            batch["ids"][row, at] = ids
            batch["type"][row, at] = np.arange(len(ids)) >= question
            batch["position"][row, at] = np.arange(len(ids))
            batch["segment"][row, at] = counts[row]
            for name, value in (("row", row), ("number", counts[row]), ("start", at.start + start),
                                ("end", at.start + end)):
                samples[name][count] = value
            used[row], count = at.stop, count + 1
        self.waiting = passed + self.waiting
        weight = np.where(np.arange(self.most) < count, 1 / count, 0).astype(np.float32)
        return batch | samples | {"weight": weight}, count


def main():
    model, train_file, cache, batch = sys.argv[1:5]
    jax.config.update("jax_default_prng_impl", "rbg")
    config = json.loads((pathlib.Path(model) / "config.json").read_text())
    shapes = jax_bert.parameters(config["num_hidden_layers"], config["hidden_size"],
                                 config["intermediate_size"])
    packer = Packer(squad.train_features(model, train_file, cache), int(batch))
    state = [jax.tree.map(initial, shapes)]
    state += [jax.tree.map(jnp.zeros_like, state[0]) for _ in range(2)]
    step = jax.jit(lambda *given: jax_bert.step(config["num_attention_heads"], *given,
                                                dtype=jnp.bfloat16), donate_argnums=(0, 1, 2))
    for number, _ in enumerate(sys.stdin, 1):
        feed, features = packer.next()
        key = jax.random.key_data(jax.random.key(number))
        start = time.perf_counter()
        value, *state = step(*state, jnp.int32(number), feed, key)
        jax.block_until_ready((value, state))
        print(json.dumps({"seconds": time.perf_counter() - start, "features": features,
                          "loss": float(value)}), flush=True)


if __name__ == "__main__":
    main()
