# SPDX-License-Identifier: Apache-2.0
"""Networks for bench/jax_programs.py, in Flax where Flax has their layers.

Each of NETWORKS gives (function, arguments, numbers of the arguments that are donated).
"""

import jax
import jax.numpy as jnp
import numpy as np
from flax import linen as nn


def normal(*sizes, scale=1.0, seed=7):
    return (np.random.default_rng(seed).standard_normal(sizes) * scale).astype(np.float32)


def whole(below, *sizes):
    return np.random.default_rng(7).integers(0, below, sizes).astype(np.int32)


def like(shapes):
    """Small random numbers for each shape."""
    return jax.tree.map(lambda leaf: normal(*leaf.shape, scale=0.02), shapes)


def cross_entropy(logits, labels):
    shares = jax.nn.log_softmax(logits)
    return -jnp.take_along_axis(shares, labels[..., None], -1).mean()


def adam(p, m, v, gradient, rate=1e-3):
    m = jax.tree.map(lambda a, g: 0.9 * a + 0.1 * g, m, gradient)
    v = jax.tree.map(lambda a, g: 0.999 * a + 0.001 * g * g, v, gradient)
    return jax.tree.map(lambda w, a, b: w - rate * a / (jnp.sqrt(b) + 1e-8), p, m, v), m, v


def variables(model, *inputs):
    return like(jax.eval_shape(lambda: model.init(jax.random.key(0), *inputs)))


class ResidualBlock(nn.Module):
    features: int
    strides: int = 1

    @nn.compact
    def __call__(self, x):
        def conv(x, size, strides):
            x = nn.Conv(self.features, (size, size), (strides, strides), use_bias=False)(x)
            return nn.BatchNorm(use_running_average=False, momentum=0.9)(x)
        y = conv(nn.relu(conv(x, 3, self.strides)), 3, 1)
        return nn.relu(y + (x if x.shape == y.shape else conv(x, 1, self.strides)))


class ResNet(nn.Module):
    """ResNet-18 for images of 32 x 32."""

    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.BatchNorm(use_running_average=False)(nn.Conv(32, (3, 3))(x)))
        for stage in range(4):
            for block in range(2):
                x = ResidualBlock(32 << stage, 2 if stage and not block else 1)(x)
        return nn.Dense(10)(x.mean((1, 2)))


def resnet_step():
    model, images, labels = ResNet(), normal(16, 32, 32, 3), whole(10, 16)
    state = variables(model, images)
    stats = jax.tree.map(np.abs, state["batch_stats"])  # a variance is not negative

    def loss(p, stats, images, labels):
        logits, changed = model.apply({"params": p, "batch_stats": stats}, images,
                                      mutable=["batch_stats"])
        return cross_entropy(logits, labels), changed["batch_stats"]

    def step(p, stats, momentum, images, labels):
        (value, stats), gradient = jax.value_and_grad(loss, has_aux=True)(p, stats, images, labels)
        momentum = jax.tree.map(lambda m, g: 0.9 * m + g, momentum, gradient)
        return value, jax.tree.map(lambda w, m: w - 0.1 * m, p, momentum), stats, momentum
    p = state["params"]
    return step, (p, stats, jax.tree.map(np.zeros_like, p), images, labels), (0, 1, 2)


class UNetBlock(nn.Module):
    """Of a diffusion model: two convolutions that know the time, then attention over pixels."""
    features: int = 64

    @nn.compact
    def __call__(self, x, time):
        y = nn.Conv(self.features, (3, 3))(nn.swish(nn.GroupNorm(16)(x)))
        y = y + nn.Dense(self.features)(nn.swish(time))[:, None, None]
        x = x + nn.Conv(self.features, (3, 3))(nn.swish(nn.GroupNorm(16)(y)))
        rows, height, width, features = x.shape
        pixels = nn.GroupNorm(16)(x).reshape(rows, height * width, features)
        return x + nn.MultiHeadDotProductAttention(4)(pixels, pixels).reshape(x.shape)


def unet_block():
    model, x, time = UNetBlock(), normal(4, 32, 32, 64), normal(4, 128)

    def loss(p, x, time, target):
        return ((model.apply(p, x, time) - target) ** 2).mean()
    return (jax.value_and_grad(loss, (0, 1)),
            (variables(model, x, time), x, time, normal(4, 32, 32, 64)), ())


class Block(nn.Module):
    """Of a decoder, its norms in front; given a cache and a place, it adds its tokens there."""
    hidden: int
    heads: int

    @nn.compact
    def __call__(self, x, cache=None, at=0):
        rows, length, _ = x.shape
        qkv = nn.Dense(3 * self.hidden)(nn.LayerNorm()(x))
        q, k, v = jnp.moveaxis(qkv.reshape(rows, length, 3, self.heads, -1), 2, 0)
        if cache is not None:
            k, v = cache = [jax.lax.dynamic_update_slice(old, new, (0, at, 0, 0))
                            for old, new in zip(cache, (k, v))]
        seen = jnp.arange(k.shape[1]) <= at + jnp.arange(length)[:, None]
        scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(self.hidden // self.heads)
        shares = jax.nn.softmax(jnp.where(seen, scores, -1e9))
        mixed = jnp.einsum("bhqk,bkhd->bqhd", shares, v).reshape(x.shape)
        x = x + nn.Dense(self.hidden)(mixed)
        inner = nn.gelu(nn.Dense(4 * self.hidden)(nn.LayerNorm()(x)))
        x = x + nn.Dense(self.hidden)(inner)
        return x if cache is None else (x, cache)


class Gpt(nn.Module):
    words: int = 8192
    hidden: int = 256
    heads: int = 4
    layers: int = 4
    positions: int = 256

    @nn.compact
    def __call__(self, ids, caches=None, at=0):
        embedding = nn.Embed(self.words, self.hidden)
        places = self.param("positions", nn.initializers.normal(0.02),
                            (self.positions, self.hidden))
        x = embedding(ids) + jax.lax.dynamic_slice_in_dim(places, at, ids.shape[1])
        kept = []
        for layer in range(self.layers):
            block = Block(self.hidden, self.heads)
            if caches is None:
                x = block(x)
            else:
                x, cache = block(x, caches[layer], at)
                kept.append(cache)
        logits = embedding.attend(nn.LayerNorm()(x))
        return logits if caches is None else (logits, kept)


def gpt_step():
    model, ids = Gpt(), whole(8192, 4, 129)
    p = variables(model, ids[:, :-1])

    def step(p, m, v, ids):
        value, gradient = jax.value_and_grad(
            lambda p: cross_entropy(model.apply(p, ids[:, :-1]), ids[:, 1:]))(p)
        return value, *adam(p, m, v, gradient)
    zeros = jax.tree.map(np.zeros_like, p)
    return step, (p, zeros, zeros, ids), (0, 1, 2)


def decoder(rows):
    model = Gpt(hidden=512, heads=8)
    p = variables(model, whole(8192, rows, 1))
    sizes = (rows, model.positions, model.heads, model.hidden // model.heads)
    caches = [[normal(*sizes, seed=8), normal(*sizes, seed=9)] for _ in range(model.layers)]
    return model, p, caches


def decode_token():
    """One token of one text, with a cache of those before."""
    model, p, caches = decoder(1)
    return (lambda p, caches, ids, at: model.apply(p, ids, caches, at),
            (p, caches, whole(8192, 1, 1), np.int32(100)), (1,))


def decode_loop():
    """Sixteen tokens of four texts, each the likeliest behind the ones before."""
    model, p, caches = decoder(4)

    def function(p, caches, ids, at):
        def token(state, _):
            caches, ids, at = state
            logits, caches = model.apply(p, ids, caches, at)
            ids = jnp.argmax(logits, -1).astype(jnp.int32)
            return (caches, ids, at + 1), ids[:, 0]
        return jax.lax.scan(token, (caches, ids, at), None, length=16)
    return function, (p, caches, whole(8192, 4, 1), np.int32(100)), (1,)


def lstm_gradient():
    model, x = nn.RNN(nn.OptimizedLSTMCell(128)), normal(32, 64, 128)

    def loss(p, x, target):
        return ((model.apply(p, x) - target) ** 2).mean()
    return (jax.value_and_grad(loss),
            (variables(model, x), x, normal(32, 64, 128, seed=8)), ())


def scan_checkpoint():
    """Layers that are alike, stacked, scanned and computed again in the gradient."""
    block, layers, x = Block(256, 4), 6, normal(4, 128, 256)
    one = variables(block, x)
    stacked = jax.tree.map(lambda leaf: np.stack([leaf] * layers), one)

    def loss(p, x):
        @jax.checkpoint
        def layer(x, weights):
            return block.apply(weights, x), None
        return (jax.lax.scan(layer, x, p)[0] ** 2).mean()
    return jax.value_and_grad(loss), (stacked, x), ()


def mixture_of_experts():
    """Two of eight experts a token, each with room for a quarter of the tokens; the gradient."""
    experts, tokens, hidden, room = 8, 512, 256, 128
    p = {"gate": normal(hidden, experts, scale=0.02),
         "up": normal(experts, hidden, 4 * hidden, scale=0.02),
         "down": normal(experts, 4 * hidden, hidden, scale=0.02)}

    def forward(p, x):
        shares, chosen = jax.lax.top_k(jax.nn.softmax(x @ p["gate"]), 2)
        shares = shares / shares.sum(-1, keepdims=True)
        to = jax.nn.one_hot(chosen, experts)
        place = (jnp.cumsum(to.reshape(-1, experts), 0).reshape(to.shape) - 1) * to
        at = jax.nn.one_hot(place.sum(-1).astype(jnp.int32), room)
        send = jnp.einsum("tke,tkr->ter", to, at)
        combine = jnp.einsum("tk,tke,tkr->ter", shares, to, at)
        inner = jax.nn.silu(jnp.einsum("erh,ehi->eri", jnp.einsum("ter,th->erh", send, x), p["up"]))
        return jnp.einsum("ter,erh->th", combine, jnp.einsum("eri,eih->erh", inner, p["down"]))
    return (jax.value_and_grad(lambda p, x: (forward(p, x) ** 2).mean()),
            (p, normal(tokens, hidden)), ())


def selective_scan():
    """Mamba's recurrence as a scan of pairs, and its gradient."""
    length, channels, states = 256, 128, 16

    def forward(a, b, c, x, delta):
        delta = jax.nn.softplus(delta)[..., None]
        decay = jnp.exp(-delta * jnp.exp(a))
        given = delta * b[:, None] * x[..., None]

        def join(left, right):
            return left[0] * right[0], left[1] * right[0] + right[1]
        state = jax.lax.associative_scan(join, (decay, given))[1]
        return jnp.einsum("lcs,ls->lc", state, c)
    arguments = (normal(channels, states), normal(length, states), normal(length, states),
                 normal(length, channels), normal(length, channels))
    return (jax.value_and_grad(lambda *given: (forward(*given) ** 2).mean(), (0, 1, 2, 3, 4)),
            arguments, ())


def recurrent_scan():
    """The same recurrence a step at a time."""
    length, channels, states = 256, 512, 16

    def function(a, b, c, x, delta):
        def step(state, now):
            b, c, x, delta = now
            delta = jax.nn.softplus(delta)[:, None]
            state = jnp.exp(-delta * jnp.exp(a)) * state + delta * b * x[:, None]
            return state, state @ c
        return jax.lax.scan(step, jnp.zeros((channels, states)), (b, c, x, delta))
    return (function, (normal(channels, states), normal(length, states), normal(length, states),
                       normal(length, channels), normal(length, channels)), ())


NETWORKS = {function.__name__: function for function in (
    resnet_step, unet_block, gpt_step, decode_token, decode_loop, lstm_gradient, scan_checkpoint,
    mixture_of_experts, selective_scan, recurrent_scan)}
