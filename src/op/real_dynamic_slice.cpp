// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/dynamic.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 4);
  const Type &in = op.operand_type(0), &out = declared(op);
  constraint(op, in.element == out.element, "real_dynamic_slice_element",
             "the elements are of type {}, expected {}", name_of(out.element), name_of(in.element));
  for (size_t i = 1; i < 4; i++) {
    expect_numbers(op, i);
    constraint(op, op.operand_type(i).dim(0) == in.rank(), "real_dynamic_slice_rank",
               "operand {} has {} numbers, expected {}, the rank of operand 0", i,
               op.operand_type(i).dim(0), in.rank());
  }
  constraint(op, out.rank() == in.rank(), "real_dynamic_slice_rank",
             "the result has rank {}, expected {}", out.rank(), in.rank());
  return {out};
}

}  // namespace

OpDef real_dynamic_slice() {
  OpDef def =
      dynamic_op("stablehlo.real_dynamic_slice", "$0, $1, $2, $3 : functional", infer,
                 {.name = "stablehlo.slice",
                  .attributes =
                      [](const Operation&, const IntegerLists& numbers) {
                        return ir::attributes({{"start_indices", ir::ints_attribute(numbers[0])},
                                               {"limit_indices", ir::ints_attribute(numbers[1])},
                                               {"strides", ir::ints_attribute(numbers[2])}});
                      },
                  .shape = std::nullopt,
                  .from_result = nullptr});
  def.keeps_scales = true;
  return def;
}

}  // namespace tutti::op
