// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/gather.h"
#include "op/rules/axes.h"
#include "op/rules/dynamic.h"
#include "op/rules/indices.h"
#include "op/rules/quantized.h"

namespace tutti::op {
namespace {

void check_operand_side(const Operation& op, const GatherNumbers& n) {
  const int64_t rank = op.operand_type(0).rank();
  const size_t named =
      n.offset_dims.size() + n.collapsed_slice_dims.size() + n.operand_batching_dims.size();
  constraint(op, static_cast<int64_t>(named) == rank, "dynamic_gather_c1",
             "offset, collapsed and batching dimensions are {} together, expected {} as the "
             "operand has",
             named, rank);
  const auto collapsed = joined(n.collapsed_slice_dims, n.operand_batching_dims);
  expect_unique(op, collapsed, "collapsed_slice_dims", "dynamic_gather_c6");
  expect_sorted(op, n.collapsed_slice_dims, "collapsed_slice_dims", "dynamic_gather_c6");
  expect_in_range(op, collapsed, rank, "collapsed_slice_dims", "dynamic_gather_c7");
  constraint(op, op.operand_type(2).dim(0) == rank, "dynamic_gather_c11",
             "{} slice sizes, expected {}, the rank of the operand", op.operand_type(2).dim(0),
             rank);
}

void check_index_side(const Operation& op, const GatherNumbers& n) {
  const Type& indices = op.operand_type(1);
  expect_elements(op, 1, Elements::integers);
  constraint(op, n.index_vector_dim >= 0 && n.index_vector_dim <= indices.rank(),
             "dynamic_gather_c2", "index_vector_dim is {}, expected 0 to {}", n.index_vector_dim,
             indices.rank());
  const int64_t length = n.index_vector_dim < indices.rank() ? indices.dim(n.index_vector_dim) : 1;
  constraint(op, ir::compatible(static_cast<int64_t>(n.start_index_map.size()), length),
             "dynamic_gather_c3", "start_index_map has {} entries, expected {}",
             n.start_index_map.size(), length);
  expect_unique(op, n.start_index_map, "start_index_map", "dynamic_gather_c9");
  expect_in_range(op, n.start_index_map, op.operand_type(0).rank(), "start_index_map",
                  "dynamic_gather_c10");
}

void check_result(const Operation& op, const GatherNumbers& n) {
  const Type &in = op.operand_type(0), &out = declared(op);
  expect_unique(op, n.offset_dims, "offset_dims", "dynamic_gather_c4");
  expect_sorted(op, n.offset_dims, "offset_dims", "dynamic_gather_c4");
  expect_in_range(op, n.offset_dims, out.rank(), "offset_dims", "dynamic_gather_c5");
  constraint(op, same_elements(in, out), "dynamic_gather_c14",
             "the elements are of type {}, expected {}", element_text(out), element_text(in));
  const Shape batch = without_axis(op.operand_type(1).shape, n.index_vector_dim);
  Shape found;
  for (int64_t axis : axes_without(out.rank(), n.offset_dims)) found.push_back(out.dim(axis));
  constraint(op, ir::compatible(found, batch), "dynamic_gather_c13",
             "the result has batch sizes {}, expected {}", ir::str(found), ir::str(batch));
}

/// Axes of the operand and of the indices that are walked together: the attribute has them, the
/// specification's text of this operation does not.
void check_batching(const Operation& op, const GatherNumbers& n) {
  const Type &operand = op.operand_type(0), &indices = op.operand_type(1);
  constexpr std::string_view kLabel = "dynamic_gather_batching";
  const auto &batching = n.operand_batching_dims, &places = n.start_indices_batching_dims;
  expect_sorted(op, batching, "operand_batching_dims", kLabel);
  expect_unique(op, joined(n.start_index_map, batching), "start_index_map and batching dimensions",
                kLabel);
  expect_unique(op, places, "start_indices_batching_dims", kLabel);
  expect_in_range(op, places, indices.rank(), "start_indices_batching_dims", kLabel);
  constraint(op, batching.size() == places.size() && !contains(places, n.index_vector_dim), kLabel,
             "batching dimensions are {} and {}, expected as many and not the index_vector_dim",
             ir::str(batching), ir::str(places));
  for (size_t k = 0; k < batching.size(); k++)
    constraint(op, ir::compatible(operand.dim(batching[k]), indices.dim(places[k])), kLabel,
               "batching sizes are {} and {}, expected the same", operand.dim(batching[k]),
               indices.dim(places[k]));
}

/// Slice sizes that are known fit the operand and tell the result's sizes.
void check_constant_sizes(const Operation& op, const GatherNumbers& n) {
  const Type &in = op.operand_type(0), &out = op.result_type();
  const auto sizes = constant_integers(op, 2, in.rank());
  if (!sizes) return;
  size_t offset = 0;
  for (int64_t axis = 0; axis < in.rank(); axis++) {
    const int64_t size = (*sizes)[static_cast<size_t>(axis)];
    constraint(op, size >= 0 && may_fit(size, in.dim(axis)), "dynamic_gather_c12",
               "the slice size of dimension {} is {}, expected 0 to {}", axis, size, in.dim(axis));
    if (contains(n.collapsed_slice_dims, axis) || contains(n.operand_batching_dims, axis)) {
      constraint(op, size <= 1, "dynamic_gather_c8",
                 "the slice size of collapsed dimension {} is {}, expected at most 1", axis, size);
      continue;
    }
    const int64_t declared_size = out.dim(n.offset_dims[offset++]);
    constraint(op, ir::compatible(size, declared_size), "dynamic_gather_c13",
               "a slice size is {}, expected {}, the size of the result", size, declared_size);
  }
}

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 3);
  expect_numbers(op, 2);
  const GatherNumbers n = gather_numbers(op);
  check_operand_side(op, n);
  check_index_side(op, n);
  check_batching(op, n);
  check_result(op, n);
  check_constant_sizes(op, n);
  return {declared(op)};
}

/// Slice sizes from the result's offset dimensions; 1 along the others.
IntegerLists sizes_from_result(const Operation& op) {
  const GatherNumbers n = gather_numbers(op);
  const Type& in = op.operand_type(0);
  std::vector<int64_t> sizes;
  size_t offset = 0;
  for (int64_t axis = 0; axis < in.rank(); axis++) {
    const bool gone =
        contains(n.collapsed_slice_dims, axis) || contains(n.operand_batching_dims, axis);
    sizes.push_back(gone ? std::min<int64_t>(1, in.dim(axis))
                         : op.result_type().dim(n.offset_dims[offset++]));
  }
  return {sizes};
}

}  // namespace

OpDef dynamic_gather() {
  OpDef def = dynamic_op(
      "stablehlo.dynamic_gather", "", infer,
      {.name = "stablehlo.gather",
       .operands = 2,
       .attributes =
           [](const Operation& op, const IntegerLists& numbers) {
             Attributes all = kept_attributes(op, {"dimension_numbers", "indices_are_sorted"});
             all.set("slice_sizes", ir::ints_attribute(numbers[0]));
             return all;
           },
       .shape = std::nullopt,
       .from_result = sizes_from_result});
  def.attributes = "dimension_numbers:record.stablehlo.gather, indices_are_sorted?:bool:i8";
  return def;
}

}  // namespace tutti::op
