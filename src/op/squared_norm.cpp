// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  constraint(op, op.operand_count() > 0, "squared_norm_operands",
             "0 operands, expected at least 1");
  for (size_t i = 0; i < op.operand_count(); i++) {
    expect_elements(op, i, Elements::floats);
    constraint(op, statistic_type(op, i) == statistic_type(op), "squared_norm_c1",
               "operand {} sums in {}, expected {} as operand 0", i, name_of(statistic_type(op, i)),
               name_of(statistic_type(op)));
  }
  return {Type::scalar(statistic_type(op))};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  Array sum(op.result_type());
  for (const Array* x : in)
    for (double value : x->floats) sum.f(0) += value * value;
  return {std::move(sum)};
}

}  // namespace

/// Floats of any shapes -> the sum of the squares of all their elements, in the type of statistics.
OpDef squared_norm() {
  return {
      .name = "tutti.squared_norm",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      // dx = 2 x dy
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value twice = scale(b, v.gradient(), 2);
            v.operand_gradients.assign(v.op.operand_count(), nullptr);
            for (size_t i = 0; i < v.op.operand_count(); i++) {
              if (!v.wanted[i]) continue;
              Value x = v.op.operand(i);
              Value dx = multiply(b, widen(b, x), splat(b, twice, x->type.shape));
              v.operand_gradients[i] = convert(b, dx, x->type.element);
            }
          },
      .decompose = [](Builder& b, const Operation& op) -> std::vector<Value> {
        Value sum = nullptr;
        for (Value operand : op.operands) {
          Value x = widen(b, operand);
          Value squares = sum_all(b, multiply(b, x, x));
          sum = sum ? add(b, sum, squares) : squares;
        }
        return {sum};
      },
  };
}

}  // namespace tutti::op
