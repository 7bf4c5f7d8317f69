// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/axes.h"
#include "op/rules/complex_parts.h"
#include "op/rules/counted_loop.h"
#include "op/rules/linear_algebra_gradients.h"
#include "op/rules/matrices.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 1);
  expect_elements(op, 0, Elements::floats_or_complex);
  const Type& a = op.operand_type(0);
  constraint(op, a.rank() >= 2, "cholesky_c2", "the operand is a {}, expected matrices", a.str());
  constraint(op, ir::compatible(a.dim(a.rank() - 2), a.dim(a.rank() - 1)), "cholesky_c3",
             "the operand is a {}, expected square matrices", a.str());
  return {a};
}

double real_part(double x) {
  return x;
}
double real_part(Complex x) {
  return x.real();
}

/// L with a = L L^H, from a's lower triangle, or U = L^H from its upper one; the other triangle of
/// the result is zero. NaN where a is not positive definite.
template <typename T>
Array factor(const Operation& op, const Array& matrices) {
  const bool lower = op.bool_attribute("lower", false);
  Array given = matrices, out(matrices.type);
  const int64_t size = out.type.shape.back();
  for (int64_t m = 0; m < matrices_in(out.type); m++) {
    const auto a = matrix_of<T>(given, m), result = matrix_of<T>(out, m);
    const auto l = [&](int64_t i, int64_t j) -> T& { return lower ? result(i, j) : result(j, i); };
    // The factor of the upper triangle is the conjugate's, transposed: work on its conjugate.
    const auto element = [&](int64_t i, int64_t j) { return lower ? a(i, j) : conjugate(a(j, i)); };
    const auto known = [&](int64_t i, int64_t j) { return lower ? l(i, j) : conjugate(l(i, j)); };
    for (int64_t i = 0; i < size; i++)
      for (int64_t j = 0; j <= i; j++) {
        T sum = element(i, j);
        for (int64_t k = 0; k < j; k++) sum -= known(i, k) * conjugate(known(j, k));
        const T value = i == j ? T(std::sqrt(real_part(sum))) : sum / known(j, j);
        l(i, j) = lower ? value : conjugate(value);
      }
  }
  return out;
}

// U is L transposed.
void vjp(Vjp& v) {
  Builder& b = v.builder;
  const bool lower = v.op.bool_attribute("lower", false);
  if (is_complex(v.op.result_type().element))
    ir::operation_error(v.op, "has a derivative of real numbers only");
  const auto as_lower = [&](Value x) { return lower ? x : transposed(b, x); };
  v.operand_gradients = {cholesky_gradient(b, as_lower(v.op.result()), as_lower(v.gradient()))};
}

// A column of L a round: what is left of a's column when the known columns are taken off, divided
// by the root of its diagonal element. U is L^H, from the adjoint of a's upper triangle.
std::vector<Value> decompose(Builder& b, const Operation& op) {
  const bool lower = op.bool_attribute("lower", false);
  const auto adjoint = [](Builder& builder, Value x) {
    return conjugate(builder, transposed(builder, x));
  };
  const Value given = widened(b, op.operand(0)), a = lower ? given : adjoint(b, given);
  const int64_t rows = a->type.rank() - 2, columns = rows + 1, size = a->type.dim(rows);
  const Value l = counted_loop(
      b, size, {zeros_like(b, a)},
      [&](Builder& inner, Value j, const std::vector<Value>& state) -> std::vector<Value> {
        const Value row = conjugate(inner, slice_at(inner, state[0], rows, j));
        const Value rest = subtract(inner, slice_at(inner, a, columns, j),
                                    batch_product(inner, state[0], row, false, true));
        const Value root = sqrt(inner, slice_at(inner, rest, rows, j));
        const Value roots = broadcast_in_dim(inner, root, rest->type.shape, all_axes(rows + 2));
        const Value place = iota(inner, rest->type.with(j->type.element), rows);
        const Value now = splat(inner, j, rest->type.shape);
        const Value below = select(inner, compare(inner, "GT", place, now),
                                   divide(inner, rest, roots), zeros_like(inner, rest));
        const Value column = select(inner, compare(inner, "EQ", place, now), roots, below);
        return {with_slice_at(inner, state[0], column, columns, j)};
      })[0];
  return {convert(b, lower ? l : adjoint(b, l), op.result_type().element)};
}

}  // namespace

OpDef cholesky() {
  return {
      .name = "stablehlo.cholesky",
      .assembly = "$0[, lower = {lower:bool:i2}] : same",
      .infer = infer,
      .evaluate = [](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        return {in[0]->is_complex() ? factor<Complex>(op, *in[0]) : factor<double>(op, *in[0])};
      },
      .vjp = vjp,
      .decompose = decompose,
  };
}

}  // namespace tutti::op
