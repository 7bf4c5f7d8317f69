// SPDX-License-Identifier: Apache-2.0
#include "ir/wrapping.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/quantized.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 2);
  bool quantized = op.result_count() == 1 && op.result_type().is_quantized();
  for (size_t i = 0; i < 2; i++) quantized = quantized || op.operand_type(i).is_quantized();
  if (!quantized) return same_type_as_operands(2, Elements::any)(op);
  check_quantized_sum(op);
  const Shape &x = op.operand_type(0).shape, &y = op.operand_type(1).shape;
  constraint(op, ir::compatible(x, y), "add_c1", "the shapes are {} and {}, expected the same",
             ir::str(x), ir::str(y));
  return {op.result_type().with(ir::merged(x, y))};
}

/// The sum of booleans is their or.
int64_t sum_of_integers(int64_t x, int64_t y, ElementType type) {
  return type == ElementType::i1 ? x | y : ir::wrapping_add(x, y);
}

}  // namespace

OpDef add() {
  return {
      .name = "stablehlo.add",
      .assembly = "$0, $1 : same",
      .infer = infer,
      .evaluate = elementwise([](double x, double y) { return x + y; }, sum_of_integers,
                              [](Complex x, Complex y) { return x + y; }),
      // dx = dy, dy = dy
      .vjp =
          [](Vjp& v) {
            v.operand_gradients = {v.gradient(), v.gradient()};
          },
      .is_commutative = true,
      .takes_scales_along_axis = true,
      .follows_low_precision = true,
      .acts_on_parts = true,
  };
}

}  // namespace tutti::op
