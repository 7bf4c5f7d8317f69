# SPDX-License-Identifier: Apache-2.0
"""BERT for question answering in JAX: its forward pass, and its step (loss, gradients, clipping,
AdamW)."""

import jax
import jax.numpy as jnp

SIZES = {"base": (12, 768, 12, 3072), "minilm": (6, 384, 12, 1536), "tiny": (2, 128, 2, 512)}
WORDS, POSITIONS, DROPOUT = 30522, 512, 0.1


def parameters(layers, hidden, inner):
    def shape(*sizes):
        return jax.ShapeDtypeStruct(sizes, jnp.float32)
    layer = {"qkv_w": shape(hidden, 3 * hidden), "qkv_b": shape(3 * hidden),
             "out_w": shape(hidden, hidden), "out_b": shape(hidden), "norm1": shape(2, hidden),
             "up_w": shape(hidden, inner), "up_b": shape(inner), "down_w": shape(inner, hidden),
             "down_b": shape(hidden), "norm2": shape(2, hidden)}
    return {"word": shape(WORDS, hidden), "position": shape(POSITIONS, hidden),
            "type": shape(2, hidden), "norm": shape(2, hidden), "layers": [layer] * layers,
            "head_w": shape(hidden, 2), "head_b": shape(2)}


def layer_norm(x, weights):
    centered = x - x.mean(-1, keepdims=True)
    variance = (centered * centered).mean(-1, keepdims=True)
    return centered * jax.lax.rsqrt(variance + 1e-12) * weights[0] + weights[1]


def dropout(x, keys):
    if keys is None:
        return x
    kept = jax.random.bernoulli(next(keys), 1 - DROPOUT, x.shape)
    return jnp.where(kept, x / (1 - DROPOUT), 0)


def forward(heads, p, batch, keys=None, dtype=jnp.float32):
    """Logits [rows, length, 2]. Packed batches have a segment and a position of each token.
    Products of `dtype` are summed in float32, everything else is float32."""
    def dot(x, w):
        return jnp.matmul(x.astype(dtype), w.astype(dtype), preferred_element_type=jnp.float32)

    ids = batch["ids"]
    rows, length = ids.shape
    hidden = p["word"].shape[1]
    if "segment" in batch:
        position, segment = batch["position"], batch["segment"]
        allowed = segment[:, None, :, None] == segment[:, None, None, :]
    else:
        position, allowed = jnp.arange(length), batch["mask"][:, None, None, :] != 0
    x = p["word"][ids] + p["position"][position] + p["type"][batch["type"]]
    x = dropout(layer_norm(x, p["norm"]), keys)
    for layer in p["layers"]:
        qkv = (dot(x, layer["qkv_w"]) + layer["qkv_b"]).reshape(rows, length, 3, heads, -1)
        q, k, v = qkv.transpose(2, 0, 3, 1, 4).astype(dtype)
        scores = jnp.einsum("bhqd,bhkd->bhqk", q, k, preferred_element_type=jnp.float32)
        scores = jnp.where(allowed, scores / jnp.sqrt(hidden // heads), -1e9)
        shares = dropout(jax.nn.softmax(scores, axis=-1), keys).astype(dtype)
        mixed = jnp.einsum("bhqk,bhkd->bqhd", shares, v, preferred_element_type=jnp.float32)
        mixed = mixed.reshape(rows, length, hidden)
        x = layer_norm(x + dropout(dot(mixed, layer["out_w"]) + layer["out_b"], keys),
                       layer["norm1"])
        inner = jax.nn.gelu(dot(x, layer["up_w"]) + layer["up_b"], approximate=False)
        x = layer_norm(x + dropout(dot(inner, layer["down_w"]) + layer["down_b"], keys),
                       layer["norm2"])
    return x @ p["head_w"] + p["head_b"]


def loss(heads, p, batch, keys, dtype=jnp.float32):
    """Mean over the samples; of a packed batch they say their row, segment and weight."""
    logits = forward(heads, p, batch, keys, dtype)
    if "segment" in batch:
        logits, inside = logits[batch["row"]], (batch["segment"][batch["row"]] ==
                                                batch["number"][:, None])
    else:
        inside = batch["mask"] != 0
    shares = jax.nn.log_softmax(jnp.where(inside[..., None], logits, -1e9), axis=1)
    at = jnp.arange(logits.shape[0])
    found = shares[at, batch["start"], 0] + shares[at, batch["end"], 1]
    return -((found * batch["weight"]).sum() if "weight" in batch else found.mean()) / 2


def step(heads, p, m, v, counter, batch, key=None, dtype=jnp.float32):
    keys = None
    if key is not None:
        count = 3 * len(p["layers"]) + 1
        keys = iter(jax.random.split(jax.random.wrap_key_data(key), count))
    value, gradient = jax.value_and_grad(lambda q: loss(heads, q, batch, keys, dtype))(p)
    norm = jnp.sqrt(sum(jnp.vdot(g, g) for g in jax.tree.leaves(gradient)))
    gradient = jax.tree.map(lambda g: g * jnp.minimum(1, 1 / (norm + 1e-6)), gradient)
    m = jax.tree.map(lambda a, g: 0.9 * a + 0.1 * g, m, gradient)
    v = jax.tree.map(lambda a, g: 0.999 * a + 0.001 * g * g, v, gradient)
    t = counter.astype(jnp.float32)
    p = jax.tree.map(lambda w, a, b: w - 3e-5 * (a / (1 - 0.9 ** t)) /
                     (jnp.sqrt(b / (1 - 0.999 ** t)) + 1e-8), p, m, v)
    return value, p, m, v
