// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/dropout_mask.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 4);
  expect_elements(op, 0, Elements::floats);
  expect_rank(op, 0, 3, 1);
  dropout_of(op, 1);
  const Type& x = op.operand_type(0);
  expect_dropout_operands(op, 1, {x.dim(0), x.dim(1)}, 2);
  return {x};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  Array y(op.result_type());
  const std::vector<double> factors = dropout_factors(dropout_of(op, 1), in, y.type);
  for (int64_t k = 0; k < y.count(); k++) {
    const double factor = factors[static_cast<size_t>(k)];
    y.f(k) = factor == 0 ? 0 : in[0]->f(k) * factor;
  }
  return {std::move(y)};
}

}  // namespace

/// (x [rows, length, C], key, sample, position) {rate, site} -> y, see op/rules/dropout_mask.h. The
/// gradient is the same operation on dy.
OpDef dropout() {
  return {
      .name = "tutti.dropout",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .vjp =
          [](Vjp& v) {
            v.operand_gradients = {
                v.builder.one("tutti.dropout", gradient_operands(v, 1), v.op.attributes), nullptr,
                nullptr, nullptr};
          },
      .decompose = [](Builder& b, const Operation& op) -> std::vector<Value> {
        const Dropout dropout = dropout_of(op, 1);
        Value x = op.operand(0);
        const DropoutCounters counters = dropout_counters(b, op, dropout, &x);
        Value y = emit_dropout(b, dropout, counters, widen(b, x));
        return {convert(b, y, op.operand_type(0).element)};
      },
      .low_precision_operands = {0},
      .is_cheap = true,
  };
}

}  // namespace tutti::op
