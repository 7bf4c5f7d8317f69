// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/fused.h"
#include "op/rules/resolvent.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 3);
  expect_elements(op, 0, Elements::floats);
  resolvent_of(op, 0);
  return {op.operand_type(0), op.operand_type(0)};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const Resolvent r = resolvent_of(op, 0);
  const Array& a = *in[0];
  Array real(op.result_type(0)), imaginary(op.result_type(1));
  for (int64_t row = 0; row < r.rows; row++) {
    const int64_t start = row * r.length;
    const auto p = [&](int64_t i) { return resolvent_coupling(r, *in[1], *in[2], row, i); };
    std::vector<Complex> g(static_cast<size_t>(r.length));
    Complex l = 0, right = 0;  // 1 / L, 1 / R
    for (int64_t i = 0; i < r.length; i++) {
      const Complex left = a.f(start + i) - r.z - (i > 0 ? p(i - 1) * l : 0);
      g[static_cast<size_t>(i)] = left;
      l = 1.0 / left;
    }
    for (int64_t i = r.length; i-- > 0;) {
      const Complex passed = i + 1 < r.length && !r.is_causal ? p(i) * right : 0;
      const Complex one = 1.0 / (g[static_cast<size_t>(i)] - passed);
      right = 1.0 / (a.f(start + i) - r.z - passed);
      real.f(start + i) = one.real();
      imaginary.f(start + i) = one.imag();
    }
  }
  return {std::move(real), std::move(imaginary)};
}

/// The gradients of b and c cost as much again, and are left out where nobody wants them.
void vjp(Vjp& v) {
  const bool couplings = v.wanted[1] || v.wanted[2];
  ir::Attributes attributes = v.op.attributes;
  attributes.set("couplings", couplings);
  v.operand_gradients = v.builder.create(
      "tutti.resolvent_diagonal_gradient",
      {v.gradient(0), v.gradient(1), v.op.operand(0), v.op.operand(1), v.op.operand(2)},
      std::move(attributes));
  v.operand_gradients.resize(3, nullptr);
}

}  // namespace

/// (a [..., N], b, c [N - 1] or [..., N - 1]) {z_real, z_imaginary, causal} -> the real and the
/// imaginary parts [..., N] of G_i = ((H - z)^-1)_ii, where H is tridiagonal with the diagonal a, b
/// above it and c below it. `causal`: of the matrix of elements 0 to i alone, so that G_i depends
/// on no later element. b c must not be negative; see op/rules/resolvent.h.
OpDef resolvent_diagonal() {
  return {
      .name = "tutti.resolvent_diagonal",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = vjp,
      .decompose = emit_resolvent,
  };
}

}  // namespace tutti::op
