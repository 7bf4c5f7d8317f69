#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tests/backend/linear_algebra/*.mlir: small programs of linear algebra as JAX prints them,
each on numbers of its own and with what JAX computed of them on a CPU.

  write_linear_algebra_cases.py FOLDER      (Python with jax 0.10.2 and scipy)

The functions of a program keep their text, with its name in front of theirs. Programs for TPUs are
printed as they are there; their numbers are those of the same function on the CPU. Eigenvectors and
singular vectors have a sign, or a phase, that float32 and the double of the reference may choose
differently: there, what is made of them is compared, or values alone.
"""

import pathlib
import re
import sys

import jax
import jax.numpy as jnp
import jax.scipy.linalg as jsl
import numpy as np
from jax.lax import linalg as lax_linalg

jax.config.update("jax_enable_x64", True)
KINDS = {"f32": np.float32, "f64": np.float64, "c64": np.complex64, "c128": np.complex128}
# Functions that are printed for all four kinds; the others for these.
ALL_KINDS = ("cholesky", "lu", "qr", "eigh", "svd", "singular_values", "eig", "schur",
             "tridiagonal", "tridiagonal_solve", "hessenberg", "triangular_left_lower",
             "svd_by_qr", "qr_pivoted", "reflectors")
USUAL_KINDS = ("f32", "c128")


def numbers(shape, kind, seed):
    random = np.random.RandomState(seed)
    values = random.uniform(-2, 2, shape)
    if np.issubdtype(kind, np.complexfloating):
        values = values + 1j * random.uniform(-2, 2, shape)
    return values.astype(kind)


def positive(shape, kind, seed):
    a = numbers(shape, kind, seed)
    return (a @ a.conj().swapaxes(-1, -2) + np.eye(shape[-1])).astype(kind)


def hermitian(shape, kind, seed):
    a = numbers(shape, kind, seed)
    return (a + a.conj().swapaxes(-1, -2)).astype(kind)


def triangular(shape, kind, seed):
    return (numbers(shape, kind, seed) + 3 * np.eye(shape[-1])).astype(kind)


def rebuilt_from_eigh(a):
    w, v = jnp.linalg.eigh(a)
    return w, (v * w[..., None, :].astype(v.dtype)) @ v.conj().swapaxes(-1, -2)


def rebuilt_from_svd(a, full_matrices, algorithm=None):
    u, s, v = lax_linalg.svd(a, full_matrices=full_matrices, algorithm=algorithm)
    k = s.shape[-1]
    return s, (u[..., :k] * s[..., None, :].astype(u.dtype)) @ v[..., :k, :]


def rebuilt_from_eig(a):
    w, left, right = lax_linalg.eig(a)
    z = a.astype(w.dtype)
    return (w, z @ right - right * w[..., None, :],
            left.conj().swapaxes(-1, -2) @ z - w[..., :, None] * left.conj().swapaxes(-1, -2))


def rebuilt_from_schur(a):
    t, z = lax_linalg.schur(a)
    return z @ t @ z.conj().swapaxes(-1, -2), z @ z.conj().swapaxes(-1, -2)


def bands(kind, batch=()):
    return (numbers((*batch, 5), kind, 1), numbers((*batch, 5), kind, 2) + kind(4),
            numbers((*batch, 5), kind, 3), numbers((*batch, 5, 2), kind, 4))


def reflectors(a):
    h, tau = np.linalg.qr(a, mode="raw")
    return h.T.astype(a.dtype), tau.astype(a.dtype)


def failing(kind):
    good, bad = positive((3, 3), kind, 5), -np.eye(3).astype(kind)
    return np.stack([good, bad])


def cases():
    """Name, function, arguments and tolerance."""
    for name, kind in KINDS.items():
        loose = 1e-9 if name in ("f64", "c128") else 1e-4

        def case(what, function, *arguments):
            return f"{what}_{name}", function, arguments, loose

        yield case("cholesky", jnp.linalg.cholesky, positive((2, 3, 3), kind, 1))
        yield case("cholesky_upper", lambda a: jnp.linalg.cholesky(a, upper=True),
                   positive((4, 4), kind, 2))
        yield case("cholesky_of_none", jnp.linalg.cholesky, failing(kind))
        yield case("lu", lax_linalg.lu, numbers((2, 4, 3), kind, 3))
        yield case("lu_wide", jsl.lu, numbers((3, 5), kind, 4))
        yield case("lu_singular", lambda a: lax_linalg.lu(a)[0], np.zeros((3, 3), kind))
        yield case("solve", jnp.linalg.solve, triangular((3, 3), kind, 5), numbers((3, 2), kind, 6))
        yield case("inverse", jnp.linalg.inv, triangular((2, 3, 3), kind, 7))
        yield case("determinant", jnp.linalg.det, numbers((2, 3, 3), kind, 8))
        yield case("qr", jnp.linalg.qr, numbers((2, 5, 3), kind, 9))
        yield case("qr_complete", lambda a: jnp.linalg.qr(a, mode="complete"),
                   numbers((4, 2), kind, 10))
        yield case("qr_wide", jnp.linalg.qr, numbers((3, 5), kind, 11))
        yield case("qr_pivoted", lambda a: jsl.qr(a, pivoting=True), numbers((5, 4), kind, 12))
        yield case("eigh", rebuilt_from_eigh, hermitian((2, 4, 4), kind, 13))
        yield case("eigenvalues", jnp.linalg.eigvalsh, hermitian((5, 5), kind, 14))
        yield case("svd", lambda a: rebuilt_from_svd(a, False), numbers((2, 5, 3), kind, 15))
        yield case("svd_full", lambda a: rebuilt_from_svd(a, True), numbers((3, 4), kind, 16))
        yield case("svd_by_qr",
                   lambda a: rebuilt_from_svd(a, False, lax_linalg.SvdAlgorithm.QR),
                   numbers((4, 3), kind, 17))
        yield case("singular_values", lambda a: jnp.linalg.svd(a, compute_uv=False),
                   numbers((2, 3, 5), kind, 18))
        yield case("eig", rebuilt_from_eig, numbers((2, 4, 4), kind, 19))
        yield case("eig_of_nan", jnp.linalg.eigvals, np.full((2, 2), np.nan).astype(kind))
        for what, number in (("nan", np.nan), ("infinity", np.inf)):
            wrong = np.full((3, 3), number).astype(kind)
            yield case(f"eigh_of_{what}", jnp.linalg.eigh, wrong)
            yield case(f"svd_of_{what}", jnp.linalg.svd, wrong)
            yield case(f"schur_of_{what}", lax_linalg.schur, wrong)
        yield case("schur", rebuilt_from_schur, numbers((4, 4), kind, 20))
        yield case("hessenberg", lambda a: jsl.hessenberg(a, calc_q=True),
                   numbers((4, 4), kind, 21))
        yield case("tridiagonal", lambda a: lax_linalg.tridiagonal(a, lower=False),
                   hermitian((2, 4, 4), kind, 22))
        yield case("tridiagonal_lower", lax_linalg.tridiagonal, hermitian((4, 4), kind, 23))
        yield case("tridiagonal_solve", lax_linalg.tridiagonal_solve, *bands(kind))
        yield case("tridiagonal_solve_batch", lax_linalg.tridiagonal_solve, *bands(kind, (2,)))
        yield case("exponential", jsl.expm, numbers((3, 3), kind, 24) / kind(4))
        for left in (True, False):
            for lower in (True, False):
                side = "left" if left else "right"
                yield case(
                    f"triangular_{side}_{'lower' if lower else 'upper'}",
                    lambda a, b, left=left, lower=lower: (
                        lax_linalg.triangular_solve(a, b, left_side=left, lower=lower),
                        lax_linalg.triangular_solve(a, b, left_side=left, lower=lower,
                                                    transpose_a=True, conjugate_a=True,
                                                    unit_diagonal=True)),
                    triangular((2, 3, 3), kind, 25),
                    numbers((2, 3, 2) if left else (2, 2, 3), kind, 26))
        yield case("reflectors", lambda a, t, c: lax_linalg.ormqr(a, t, c, left=True),
                   *reflectors(numbers((4, 3), kind, 27)), numbers((4, 2), kind, 28))
    x = numbers((3, 40), np.float32, 30)
    yield "top_k", lambda a: jax.lax.approx_max_k(a, 3), (x,), 1e-6
    yield ("top_k_least", lambda a: jax.lax.approx_min_k(a, 4, reduction_dimension=0), (x.T,), 1e-6)


def tpu_cases():
    for name in ("f32", "c64"):
        kind = KINDS[name]
        yield f"tpu_qr_{name}", jnp.linalg.qr, (numbers((2, 4, 3), kind, 31),), 2e-4
        yield f"tpu_lu_{name}", lax_linalg.lu, (numbers((2, 4, 3), kind, 32),), 2e-4
        yield f"tpu_eigh_{name}", rebuilt_from_eigh, (hermitian((3, 3), kind, 33),), 2e-4
    x = numbers((3, 40), np.float32, 34)
    yield "tpu_top_k", lambda a: jax.lax.approx_max_k(a, 3), (x,), 1e-6


def element(kind):
    return {"float32": "f32", "float64": "f64", "complex64": "complex<f32>",
            "complex128": "complex<f64>", "int32": "i32", "int64": "i64", "bool": "i1"}[str(kind)]


def text_of(value):
    def one(x):
        if np.iscomplexobj(x):
            return f"({one(x.real)}, {one(x.imag)})"
        if np.issubdtype(type(x), np.floating):
            if not np.isfinite(x):
                bits = x.tobytes()[::-1].hex().upper()
                return f"0x{bits}"
            return np.format_float_scientific(x, unique=True, trim="0")
        return str(x)
    if value.ndim == 0:
        return one(value[()])
    return "[" + ", ".join(text_of(part) for part in value) + "]"


def constant(value):
    value = np.asarray(value)
    shape = "x".join([*map(str, value.shape), element(value.dtype)])
    return f"dense<{text_of(value)}> : tensor<{shape}>", f"tensor<{shape}>"


def functions_of(name, text):
    """A module's functions, private and under names of their own."""
    lines = text.splitlines()
    body = "\n".join(line.removeprefix("  ") for line in lines[1:lines.index("}")])
    names = re.findall(r"func\.func (?:public |private )?@([\w.]+)", body)
    for function in names:
        body = re.sub(rf"@{re.escape(function)}\b(?!\")", f"@{name}__{function}", body)
    return re.sub(r"func\.func (?:public |private )?@", "func.func private @", body)


def case_text(name, platform, function, arguments, tolerance):
    text = jax.jit(function).trace(*arguments).lower(lowering_platforms=(platform,)).as_text()
    results = jax.tree_util.tree_leaves(jax.jit(function)(*arguments))
    lines, inputs = [f"func.func @{name}() {{"], []
    for index, argument in enumerate(arguments):
        written, type_text = constant(argument)
        lines.append(f"  %in{index} = stablehlo.constant {written}")
        inputs.append(type_text)
    types = [constant(result)[1] for result in results]
    made = f"%out:{len(results)}"
    lines.append(f"  {made} = func.call @{name}__main("
                 + ", ".join(f"%in{index}" for index in range(len(arguments)))
                 + f") : ({', '.join(inputs)}) -> ({', '.join(types)})")
    for index, result in enumerate(results):
        written, type_text = constant(result)
        lines.append(f"  %jax{index} = stablehlo.constant {written}")
        pair = f"%out#{index}, %jax{index}"
        if np.issubdtype(np.asarray(result).dtype, np.inexact):
            lines.append(f"  check.expect_almost_eq {pair}, tolerance = {tolerance} : f64 : "
                         f"{type_text}")
        else:
            lines.append(f"  check.expect_eq {pair} : {type_text}")
    return "\n".join([*lines, "  return", "}", functions_of(name, text), ""])


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    texts = {}
    for platform, some in (("cpu", cases()), ("tpu", tpu_cases())):
        for name, function, arguments, tolerance in some:
            what, _, kind = name.rpartition("_")
            if platform == "cpu" and kind in KINDS and kind not in USUAL_KINDS and (
                    what not in ALL_KINDS):
                continue
            texts.setdefault(name.split("_")[0], []).append(
                case_text(name, platform, function, arguments, tolerance))
    for family, cases_of_it in texts.items():
        (folder / f"{family}.mlir").write_text(
            "// SPDX-License-Identifier: Apache-2.0\n"
            f"// As JAX {jax.__version__} prints it, with what JAX computed: "
            "tools/write_linear_algebra_cases.py.\n" + "".join(cases_of_it))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
