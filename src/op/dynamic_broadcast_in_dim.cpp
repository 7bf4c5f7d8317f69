// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/axes.h"
#include "op/rules/dynamic.h"
#include "op/rules/quantized.h"

namespace tutti::op {
namespace {

/// The hints which operand axes expand; they change no value.
void check_hints(const Operation& op) {
  const int64_t rank = op.operand_type(0).rank();
  const auto expanding = op.ints_attribute("known_expanding_dimensions", {}),
             other = op.ints_attribute("known_nonexpanding_dimensions", {});
  expect_in_range(op, expanding, rank, "known_expanding_dimensions", "dynamic_broadcast_in_dim_c9");
  expect_in_range(op, other, rank, "known_nonexpanding_dimensions", "dynamic_broadcast_in_dim_c10");
  expect_unique(op, joined(expanding, other), "known dimensions", "dynamic_broadcast_in_dim_c8");
}

/// Checks that each size of the operand is 1 or that of its dimension among `sizes`.
void expect_expansion(const Operation& op, const std::vector<int64_t>& dims, const Shape& sizes) {
  for (size_t axis = 0; axis < dims.size(); axis++) {
    const int64_t from = op.operand_type(0).shape[axis],
                  to = sizes[static_cast<size_t>(dims[axis])];
    constraint(op, from == 1 || ir::compatible(from, to), "dynamic_broadcast_in_dim_c5",
               "size {} becomes {}, expected 1 or the same", from, to);
  }
}

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 2);
  expect_numbers(op, 1);
  const Type &in = op.operand_type(0), &out = declared(op);
  const auto dims = op.ints_attribute("broadcast_dimensions");
  constraint(op, may_be_broadcast(in, out), "dynamic_broadcast_in_dim_c1",
             "the elements are of type {}, expected {}", element_text(out), element_text(in));
  constraint(op, static_cast<int64_t>(dims.size()) == in.rank(), "dynamic_broadcast_in_dim_c2",
             "{} broadcast_dimensions, expected {}, the rank of the operand", dims.size(),
             in.rank());
  expect_in_range(op, dims, out.rank(), "broadcast_dimensions", "dynamic_broadcast_in_dim_c3");
  expect_unique(op, dims, "broadcast_dimensions", "dynamic_broadcast_in_dim_c4");
  expect_expansion(op, dims, out.shape);
  constraint(op, op.operand_type(1).dim(0) == out.rank(), "dynamic_broadcast_in_dim_c7",
             "{} sizes, expected {}, the rank of the result", op.operand_type(1).dim(0),
             out.rank());
  expect_result_sizes(op, 1, "dynamic_broadcast_in_dim_c7");
  if (const auto sizes = constant_integers(op, 1, out.rank())) expect_expansion(op, dims, *sizes);
  check_quantized_broadcast(op, dims);
  check_hints(op);
  return {out};
}

}  // namespace

OpDef dynamic_broadcast_in_dim() {
  OpDef def = dynamic_op("stablehlo.dynamic_broadcast_in_dim",
                         "$0, $1, dims = {broadcast_dimensions:ints} : functional", infer,
                         {.name = "stablehlo.broadcast_in_dim",
                          .attributes =
                              [](const Operation& op, const IntegerLists&) {
                                return kept_attributes(op, {"broadcast_dimensions"});
                              },
                          .shape = 0,
                          .from_result = [](const Operation& op) -> IntegerLists {
                            return {op.result_type().shape};
                          }});
  def.attributes = "known_expanding_dimensions?:ints, known_nonexpanding_dimensions?:ints";
  def.takes_scales_along_axis = true;
  return def;
}

}  // namespace tutti::op
