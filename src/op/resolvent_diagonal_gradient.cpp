// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/fused.h"
#include "op/rules/resolvent.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 5);
  expect_elements(op, 2, Elements::floats);
  resolvent_of(op, 2);
  const Type &a = op.operand_type(2), &b = op.operand_type(3);
  for (size_t i : {size_t{0}, size_t{1}}) expect_type(op, i, a, 5);
  if (op.bool_attribute("couplings")) return {a, b, b};
  return {a};
}

/// Adds Re of what p_i and a_i of one row get.
void differentiate_row(const Resolvent& r, int64_t row, Operands in, Array& da,
                       std::vector<double>& dp) {
  const Array& a = *in[2];
  const int64_t start = row * r.length;
  const auto d = [&](size_t i) { return a.f(start + static_cast<int64_t>(i)) - r.z; };
  const auto size = static_cast<size_t>(r.length);
  std::vector<double> p(size - 1);
  for (size_t i = 0; i + 1 < size; i++)
    p[i] = resolvent_coupling(r, *in[3], *in[4], row, static_cast<int64_t>(i));
  std::vector<Complex> left(size), right(size), own(size), left_adjoint(size), right_adjoint(size);
  for (size_t i = 0; i < size; i++) left[i] = d(i) - (i > 0 ? p[i - 1] / left[i - 1] : 0);
  for (size_t i = size; i-- > 0;) {
    right[i] = d(i) - (i + 1 < size ? p[i] / right[i + 1] : 0);
    const Complex inverse = r.is_causal ? left[i] : left[i] + right[i] - d(i);
    const int64_t at = start + static_cast<int64_t>(i);
    own[i] = -Complex(in[0]->f(at), -in[1]->f(at)) / (inverse * inverse);
    left_adjoint[i] =
        own[i] + (i + 1 < size ? left_adjoint[i + 1] * p[i] / (left[i] * left[i]) : 0);
  }
  for (size_t i = 0; i < size && !r.is_causal; i++)
    right_adjoint[i] =
        own[i] + (i > 0 ? right_adjoint[i - 1] * p[i - 1] / (right[i] * right[i]) : 0);
  for (size_t i = 0; i < size; i++) {
    Complex change = left_adjoint[i];
    if (!r.is_causal) change += right_adjoint[i] - own[i];
    da.f(start + static_cast<int64_t>(i)) = change.real();
    if (i + 1 == size) break;
    Complex passed = left_adjoint[i + 1] / left[i];
    if (!r.is_causal) passed += right_adjoint[i] / right[i + 1];
    dp[i] = -passed.real();
  }
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const Resolvent r = resolvent_of(op, 2);
  std::vector<Array> results;
  for (const Type& type : op.result_types()) results.emplace_back(type);
  std::vector<double> dp(static_cast<size_t>(r.length - 1));
  for (int64_t row = 0; row < r.rows; row++) {
    differentiate_row(r, row, in, results[0], dp);
    for (int64_t i = 0; i + 1 < r.length && results.size() > 1; i++) {
      const int64_t at = r.coupling(row, i);
      results[1].f(at) += in[4]->f(at) * dp[static_cast<size_t>(i)];
      results[2].f(at) += in[3]->f(at) * dp[static_cast<size_t>(i)];
    }
  }
  return results;
}

}  // namespace

/// (w_re, w_im, a [..., N], b, c) {z_real, z_imaginary, causal, couplings} -> da, and where
/// `couplings`, db and dc: the gradients of sum(w_re Re G + w_im Im G), G of
/// tutti.resolvent_diagonal. With D_i = -conj(w_i) G_i^2, the adjoints of L and R of
/// op/rules/resolvent.h are
///   l_i = D_i + l_{i+1} p_i / L_i^2,     r_i = D_i + r_{i-1} p_{i-1} / R_i^2
///   da_i = Re(l_i + r_i - D_i),          dp_i = -Re(l_{i+1} / L_i + r_i / R_{i+1})
///   db_i = c_i dp_i,                     dc_i = b_i dp_i
/// and without the terms of R where `causal`. Couplings that rows share get the sums over the rows.
OpDef resolvent_diagonal_gradient() {
  return {
      .name = "tutti.resolvent_diagonal_gradient",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .no_derivative = kNoSecondDerivative,
      .decompose =
          [](Builder& b, const Operation& op) {
            return emit_resolvent_gradient(b, op, op.bool_attribute("couplings"));
          },
  };
}

}  // namespace tutti::op
