// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/fused.h"
#include "kernel/ragged_dot.h"

namespace tutti::backend::cpu {
namespace {

using ir::Operation;

std::vector<int64_t> ragged_axes(const Operation& op, const char* field) {
  return ir::record_ints(op.record_attribute("ragged_dot_dimension_numbers"), field);
}

/// Whether it is the grouped product or the grouped sums of op/ragged_dot.h, of float32.
bool takes_ragged_dot(const Operation& op) {
  for (const ir::Type& type : {op.operand_type(0), op.operand_type(1), op.result_type()})
    if (type.element != ir::ElementType::f32) return false;
  if (op.operand_type(2).rank() != 1 || op.operand_type(0).rank() != 2) return false;
  const ir::ElementType sizes = op.operand_type(2).element;
  if (sizes != ir::ElementType::i32 && sizes != ir::ElementType::i64) return false;
  const std::vector<int64_t> zero = {0}, none, left = ragged_axes(op, "lhs_contracting_dimensions"),
                             groups = ragged_axes(op, "rhs_group_dimensions");
  if (ragged_axes(op, "lhs_ragged_dimensions") != zero ||
      ragged_axes(op, "lhs_batching_dimensions") != none)
    return false;
  if (left == zero)
    return op.operand_type(1).rank() == 2 && ragged_axes(op, "rhs_contracting_dimensions") == zero;
  return left == std::vector<int64_t>{1} && op.operand_type(1).rank() == 3 && groups == zero;
}

/// The shape of a grouped product.
kernel::GroupedProduct product_shape(const Lowering& l) {
  const ir::Type& x = l.operands[0].type;
  return {.rows = x.dim(0),
          .k = x.dim(1),
          .n = l.results[0].type.dim(1),
          .transposed = ragged_axes(l.op, "rhs_contracting_dimensions")[0] == 2};
}

bool has_sums(const Lowering& l) {
  return l.results[0].type.rank() == 3;
}

Run lower_ragged_dot(Lowering& l) {
  const ir::Type& sizes = l.operands[2].type;
  const auto sizes_at = [place = l.operands[2].place, groups = sizes.dim(0),
                         is_wide = sizes.element == ir::ElementType::i64](const Frame& f) {
    return kernel::GroupSizes{at(f, place), is_wide, groups};
  };
  const Place x = l.operands[0].place, y = l.operands[1].place, result = l.results[0].place;
  if (!has_sums(l))
    return [sizes_at, x, y, result, shape = product_shape(l),
            workspace = Workspace(l)](const Frame& f) {
      kernel::grouped_product(f.team, shape, sizes_at(f), at<float>(f, x), at<float>(f, y),
                              at<float>(f, result), workspace.in(f));
    };
  const int64_t rows = l.operands[0].type.dim(0), k = l.operands[0].type.dim(1),
                n = l.operands[1].type.dim(1);
  return [sizes_at, x, y, result, rows, k, n](const Frame& f) {
    kernel::grouped_sums(f.team, rows, k, n, sizes_at(f), at<float>(f, x), at<float>(f, y),
                         at<float>(f, result));
  };
}

int64_t ragged_dot_bytes(const Lowering& l) {
  if (has_sums(l)) return 0;
  return static_cast<int64_t>(
      kernel::grouped_product_workspace_bytes(product_shape(l), l.operands[2].type.dim(0)));
}

}  // namespace

std::vector<Rule> ragged_dot_rules() {
  return {{.op = "chlo.ragged_dot",
           .lower = lower_ragged_dot,
           .supports = takes_ragged_dot,
           .workspace_bytes = ragged_dot_bytes}};
}

}  // namespace tutti::backend::cpu
