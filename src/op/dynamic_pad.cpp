// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/dynamic.h"
#include "op/rules/quantized.h"
#include "op/rules/window.h"

namespace tutti::op {
namespace {

/// Paddings that are known tell the result's shape.
void check_constant_paddings(const Operation& op) {
  const Type& in = op.operand_type(0);
  const auto low = constant_integers(op, 2, in.rank()), high = constant_integers(op, 3, in.rank()),
             interior = constant_integers(op, 4, in.rank());
  for (const int64_t padding : interior.value_or(std::vector<int64_t>()))
    constraint(op, padding >= 0, "dynamic_pad_c3", "an interior padding is {}, expected at least 0",
               padding);
  if (!low || !high || !interior) return;
  const Shape shape = padded_shape(op, in.shape, {*low, *high, *interior});
  constraint(op, ir::compatible(shape, op.result_type().shape), "dynamic_pad_c4",
             "the result is a {}, expected sizes {}", op.result_type().str(), ir::str(shape));
}

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 5);
  const Type &in = op.operand_type(0), &value = op.operand_type(1), &out = declared(op);
  constraint(op, value.rank() == 0, "dynamic_pad_i2",
             "the padding value is a {}, expected a scalar", value.str());
  constraint(op, same_elements(in, value) && same_elements(in, out), "dynamic_pad_c1",
             "the elements are of types {}, {} and {}, expected the same", element_text(in),
             element_text(value), element_text(out));
  for (size_t i = 2; i < 5; i++) {
    expect_numbers(op, i);
    constraint(op, op.operand_type(i).dim(0) == in.rank(), "dynamic_pad_c2",
               "operand {} has {} numbers, expected {}, the rank of operand 0", i,
               op.operand_type(i).dim(0), in.rank());
  }
  constraint(op, out.rank() == in.rank(), "dynamic_pad_c4", "the result has rank {}, expected {}",
             out.rank(), in.rank());
  check_constant_paddings(op);
  return {out};
}

}  // namespace

OpDef dynamic_pad() {
  return dynamic_op(
      "stablehlo.dynamic_pad", "$0, $1, $2, $3, $4 : functional", infer,
      {.name = "stablehlo.pad",
       .operands = 2,
       .attributes =
           [](const Operation&, const IntegerLists& numbers) {
             return ir::attributes({{"edge_padding_low", ir::ints_attribute(numbers[0])},
                                    {"edge_padding_high", ir::ints_attribute(numbers[1])},
                                    {"interior_padding", ir::ints_attribute(numbers[2])}});
           },
       .shape = std::nullopt,
       .from_result = nullptr});
}

}  // namespace tutti::op
