// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/dynamic.h"
#include "op/rules/quantized.h"

namespace tutti::op {
namespace {

/// Ranges that are known lie within the operand and tell the result's shape, as in a slice.
void check_constant_ranges(const Operation& op) {
  const Type &in = op.operand_type(0), &out = op.result_type();
  const auto starts = constant_integers(op, 1, in.rank()),
             limits = constant_integers(op, 2, in.rank()),
             strides = constant_integers(op, 3, in.rank());
  if (!starts || !limits || !strides) return;
  for (size_t d = 0; d < starts->size(); d++) {
    const int64_t start = (*starts)[d], limit = (*limits)[d], stride = (*strides)[d];
    const bool fits = start >= 0 && start <= limit && may_fit(limit, in.shape[d]) && stride > 0;
    constraint(op, fits, "real_dynamic_slice_range",
               "dimension {} is cut from {} to {} by {}, expected a range within its size, {}", d,
               start, limit, stride, in.shape[d]);
    const int64_t size = (limit - start) / stride + ((limit - start) % stride != 0);
    constraint(op, ir::compatible(size, out.shape[d]), "real_dynamic_slice_range",
               "dimension {} of the result is {}, expected {}", d, out.shape[d], size);
  }
}

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 4);
  const Type &in = op.operand_type(0), &out = declared(op);
  constraint(op, same_elements(in, out), "real_dynamic_slice_element",
             "the elements are of type {}, expected {}", element_text(out), element_text(in));
  for (size_t i = 1; i < 4; i++) {
    expect_numbers(op, i);
    constraint(op, op.operand_type(i).dim(0) == in.rank(), "real_dynamic_slice_rank",
               "operand {} has {} numbers, expected {}, the rank of operand 0", i,
               op.operand_type(i).dim(0), in.rank());
  }
  constraint(op, out.rank() == in.rank(), "real_dynamic_slice_rank",
             "the result has rank {}, expected {}", out.rank(), in.rank());
  check_constant_ranges(op);
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
