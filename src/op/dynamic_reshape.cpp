// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/dynamic.h"
#include "op/rules/quantized.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 2);
  expect_numbers(op, 1);
  const Type &in = op.operand_type(0), &out = declared(op);
  constraint(op, same_but_axis(in, out), "dynamic_reshape_c1",
             "the elements are of type {}, expected {}", element_text(out), element_text(in));
  constraint(op, op.operand_type(1).dim(0) == out.rank(), "dynamic_reshape_c4",
             "{} sizes, expected {}, the rank of the result", op.operand_type(1).dim(0),
             out.rank());
  expect_result_sizes(op, 1, "dynamic_reshape_c4");
  const auto sizes = constant_integers(op, 1, out.rank());
  const Type reshaped = sizes ? out.with(*sizes) : out;
  constraint(op, !in.is_static() || !reshaped.is_static() || in.count() == reshaped.count(),
             "dynamic_reshape_c2", "{} elements become {}, expected as many", in.str(),
             reshaped.str());
  check_quantized_reshape(op);
  return {out};
}

}  // namespace

OpDef dynamic_reshape() {
  OpDef def =
      dynamic_op("stablehlo.dynamic_reshape", "$0, $1 : functional", infer,
                 {.name = "stablehlo.reshape",
                  .attributes = [](const Operation&, const IntegerLists&) { return Attributes{}; },
                  .shape = 0,
                  .from_result = [](const Operation& op) -> IntegerLists {
                    return {op.result_type().shape};
                  }});
  def.takes_scales_along_axis = true;
  return def;
}

}  // namespace tutti::op
