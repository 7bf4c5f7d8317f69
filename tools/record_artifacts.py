#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes portable artifacts with JAX, and the text that jaxlib reads from them.

    record_artifacts.py OUT           every program for every target version: NAME-VERSION.mlirbc,
                                      NAME-VERSION.mlir; of JAX's functions NAME.jax too
    record_artifacts.py OUT --few     those of tests/golden/bytecode: each program once, for a
                                      version by turns

A program that a version cannot say is left out. It needs jax, jaxlib (0.10.2 wrote what is in
tests/golden/bytecode), numpy and flatbuffers.
"""
import argparse
import pathlib
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax import export, lax
from jax._src.interpreters import mlir as jax_mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")  # no folders in locations

SOURCES = pathlib.Path(__file__).parents[1] / "tests" / "golden" / "bytecode" / "source"
VERSIONS = ("0.9.0", "0.11.0", "0.14.0", "0.17.0", "1.0.0", "1.1.0", "1.5.0", "1.8.0", "1.12.0",
            "1.17.0")
MOST_OF_FEW = 12_000  # bytes of an artifact
EXPORTS_OF_FEW = ("mlp", "unused_argument", "symbolic", "two_platforms")

F32 = jnp.float32


def mlp(params, x):
    for w, b in params:
        x = jnp.tanh(x @ w + b)
    return x


def mlp_step(params, x, y):
    loss, gradients = jax.value_and_grad(lambda p: jnp.mean((mlp(p, x) - y) ** 2))(params)
    return loss, jax.tree.map(lambda p, g: p - 0.1 * g, params, gradients)


def attention(q, k, v):
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(q.shape[-1])
    mask = jnp.tril(jnp.ones(scores.shape[-2:], bool))
    return jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(jnp.where(mask, scores, -1e30)), v)


def of(*shape, dtype=F32):
    return jax.ShapeDtypeStruct(shape, dtype)


def pool_gradient(x):
    def pool(image):
        return lax.reduce_window(image, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    return jax.grad(lambda image: pool(image).sum())(x)


def convolution(x, w):
    return lax.conv_general_dilated(x, w, (2, 1), "SAME", feature_group_count=2,
                                    dimension_numbers=("NHWC", "HWIO", "NHWC"))


def functions_of_arrays():
    i32, bf16 = jnp.int32, jnp.bfloat16
    params = [(of(4, 8), of(8)), (of(8, 2), of(2))]
    yield "mlp", mlp, (params, of(3, 4))
    yield "mlp_step", mlp_step, (params, of(3, 4), of(3, 2))
    yield "attention", attention, tuple(of(2, 5, 2, 4) for _ in range(3))
    yield "attention_bf16", attention, tuple(of(2, 5, 2, 4, dtype=bf16) for _ in range(3))
    yield "indexing", lambda x, i: x[i], (of(5, 3), of(2, dtype=i32))
    yield "scatter_add", lambda x, i: x.at[i].add(1.5), (of(5, 3), of(2, dtype=i32))
    yield "sort_keys", lambda x: (jnp.sort(x), jnp.argsort(x)), (of(7),)
    yield "fft2", jnp.fft.fft2, (of(4, 4, dtype=jnp.complex64),)
    yield "conv2d", convolution, (of(1, 6, 6, 4), of(3, 3, 2, 8))
    yield "max_pool", pool_gradient, (of(1, 4, 4, 2),)
    yield "gelu", jax.nn.gelu, (of(4),)
    yield "erf", lambda x: (lax.erf(x), lax.lgamma(x), lax.erf_inv(x)), (of(4),)
    yield "top_k", lambda x: lax.top_k(x, 2), (of(6),)
    yield "int4", lambda x: x.astype(jnp.int4).astype(i32) * 3, (of(4),)
    yield "float8", lambda x: x.astype(jnp.float8_e4m3fn).astype(F32), (of(4),)
    yield "cumulative", lambda x: (jnp.cumsum(x), jnp.cumprod(x)), (of(6),)
    yield "unused_argument", lambda x, y: y * 2, (of(3), of(2))
    yield "logsumexp", lambda x: jax.nn.logsumexp(x, axis=1), (of(3, 4),)
    yield "matmul_highest", lambda a, b: jnp.dot(a, b, precision="highest"), (of(3, 4), of(4, 2))
    numbers = np.arange(300, dtype=np.float32).reshape(3, 100)
    yield "big_constant", lambda x: x + numbers, (of(3, 100),)


def functions_of_control():
    i32 = jnp.int32
    yield "scan", lambda x: lax.scan(lambda c, a: (c + a, c * a), 0.0, x), (of(5),)
    yield ("while_loop", lambda n: lax.while_loop(lambda i: i < n, lambda i: i + 2, 0),
           (of(dtype=i32),))
    yield "cond", lambda p, x: lax.cond(p, jnp.sin, jnp.cos, x), (of(dtype=bool), of(3))
    branches = [jnp.sin, jnp.cos, jnp.abs]
    yield "switch", lambda i, x: lax.switch(i, branches, x), (of(dtype=i32), of(3))
    yield ("random_normal", lambda k: jax.random.normal(jax.random.wrap_key_data(k), (3,)),
           (of(2, dtype=jnp.uint32),))
    yield ("checkpoint", jax.grad(jax.checkpoint(lambda x: jnp.sin(jnp.sin(x)).sum())), (of(4),))
    yield "donated", jax.jit(lambda x, y: x + y, donate_argnums=0), (of(3), of(3))
    yield ("two_platforms",
           lambda x: lax.platform_dependent(x, cpu=jnp.sin, default=jnp.cos), (of(3),))
    shape = export.symbolic_shape("b, 4")
    yield "symbolic", lambda x: (x.reshape(-1), x.sum(0)), (jax.ShapeDtypeStruct(shape, F32),)
    mesh = jax.sharding.AbstractMesh((2,), ("x",))
    along = jax.sharding.PartitionSpec("x")
    sharding = jax.sharding.NamedSharding(mesh, along)
    yield "sharded", lambda x: lax.with_sharding_constraint(x * 2, sharding), (of(4, 2),)
    yield ("shard_map", jax.shard_map(lambda x: lax.psum(x, "x"), mesh=mesh, in_specs=along,
                                      out_specs=jax.sharding.PartitionSpec()), (of(4, 2),))


def programs():
    for path in sorted(SOURCES.glob("*.mlir")):
        yield path.stem, path.read_text(), None
    for name, function, arguments in (*functions_of_arrays(), *functions_of_control()):
        jitted = function if hasattr(function, "lower") else jax.jit(function)
        platforms = ["cpu", "tpu"] if name == "two_platforms" else ["cpu"]
        exported = export.export(jitted, platforms=platforms)(*arguments)
        yield name, None, exported


def artifact(text, exported, version):
    """The bytes and jaxlib's text of them; nothing where the version cannot say the program."""
    with jax_mlir.make_ir_context() as context, ir.Location.unknown():
        try:
            if text is not None:
                module = ir.Module.parse(text)
            else:
                module = stablehlo.deserialize_portable_artifact(context,
                                                                 exported.mlir_module_serialized)
            data = stablehlo.serialize_portable_artifact(module, version, True)
        except (ValueError, ir.MLIRError):
            return None
    with jax_mlir.make_ir_context() as context:
        module = stablehlo.deserialize_portable_artifact(context, data)
        return data, module.operation.get_asm(large_elements_limit=None)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--few", action="store_true")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    written = 0
    for index, (name, text, exported) in enumerate(programs()):
        found = 0
        versions = VERSIONS[index % len(VERSIONS):] + VERSIONS[:index % len(VERSIONS)]
        for version in versions:
            pair = artifact(text, exported, version)
            if not pair or (arguments.few and len(pair[0]) > MOST_OF_FEW):
                continue
            stem = arguments.out / f"{name}-{version}"
            stem.with_name(stem.name + ".mlirbc").write_bytes(pair[0])
            stem.with_name(stem.name + ".mlir").write_text(pair[1])
            found += 1
            if arguments.few:
                break
        if exported is not None and (not arguments.few or name in EXPORTS_OF_FEW):
            (arguments.out / f"{name}.jax").write_bytes(bytes(exported.serialize(vjp_order=0)))
        if not found:
            print(f"{name}: no version can say it", file=sys.stderr)
        written += found
    print(f"{written} artifacts")


if __name__ == "__main__":
    main()
