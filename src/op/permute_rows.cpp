// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 3);
  expect_elements(op, 0, Elements::floats);
  expect_rank(op, 0, 2, 1);
  const Type& x = op.operand_type(0);
  for (size_t i : {size_t{1}, size_t{2}})
    expect_type(op, i, Type::tensor(ElementType::i32, {x.dim(0)}), 2);
  return {x};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const Array &x = *in[0], &order = *in[1];
  Array y(op.result_type());
  const int64_t rows = x.type.dim(0), channels = x.type.dim(1);
  for (int64_t row = 0; row < rows; row++) {
    const int64_t from = std::clamp<int64_t>(order.i(row), 0, rows - 1);
    for (int64_t c = 0; c < channels; c++) y.f(row * channels + c) = x.f(from * channels + c);
  }
  return {std::move(y)};
}

}  // namespace

/// (x [M, H], order, inverse i32 [M]) -> row order[i] of x as row i. `inverse` is the inverse
/// permutation, inverse[order[i]] = i: with it the gradient is the same op, and adds nothing.
OpDef permute_rows() {
  return {
      .name = "tutti.permute_rows",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .vjp =
          [](Vjp& v) {
            Value dx = v.builder.one("tutti.permute_rows",
                                     {v.gradient(), v.op.operand(2), v.op.operand(1)});
            v.operand_gradients = {dx, nullptr, nullptr};
          },
      .decompose = [](Builder& b, const Operation& op) -> std::vector<Value> {
        if (op.operand_type(0).dim(0) == 0) return {op.operand(0)};
        return {b.one("tutti.embedding", {op.operand(0), op.operand(1)})};
      },
      .follows_low_precision = true,
  };
}

}  // namespace tutti::op
