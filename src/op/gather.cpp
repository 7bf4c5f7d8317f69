// SPDX-License-Identifier: Apache-2.0
#include "op/gather.h"

#include "ir/small_float.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/axes.h"
#include "op/rules/common.h"
#include "op/rules/indices.h"
#include "op/scatter.h"

namespace tutti::op {

GatherNumbers gather_numbers(const Operation& op) {
  const ir::RecordAttribute& record = op.record_attribute("dimension_numbers");
  return {ir::record_ints(record, "offset_dims"),
          ir::record_ints(record, "collapsed_slice_dims"),
          ir::record_ints(record, "operand_batching_dims"),
          ir::record_ints(record, "start_indices_batching_dims"),
          ir::record_ints(record, "start_index_map"),
          ir::record_int(record, "index_vector_dim")};
}

Value gather(Builder& b, Value operand, Value indices, const GatherNumbers& n,
             std::vector<int64_t> slice_sizes) {
  ir::RecordAttribute record{"stablehlo.gather", {}};
  const auto list = [&](const char* field, const std::vector<int64_t>& axes) {
    if (!axes.empty()) record.fields.set(field, ir::ints_attribute(axes));
  };
  list("offset_dims", n.offset_dims);
  list("collapsed_slice_dims", n.collapsed_slice_dims);
  list("operand_batching_dims", n.operand_batching_dims);
  list("start_indices_batching_dims", n.start_indices_batching_dims);
  list("start_index_map", n.start_index_map);
  record.fields.set("index_vector_dim", ir::int_attribute(n.index_vector_dim));
  return b.one("stablehlo.gather", {operand, indices},
               ir::attributes({{"dimension_numbers", record},
                               {"indices_are_sorted", false},
                               {"slice_sizes", ir::ints_attribute(std::move(slice_sizes))}}));
}

Value gather_rows(Builder& b, Value table, Value numbers) {
  const int64_t axis = numbers->type.rank();
  return gather(b, table, numbers,
                {.offset_dims = {axis},
                 .collapsed_slice_dims = {0},
                 .operand_batching_dims = {},
                 .start_indices_batching_dims = {},
                 .start_index_map = {0},
                 .index_vector_dim = axis},
                {1, table->type.dim(1)});
}

namespace {

void check_operand_side(const Operation& op, const GatherNumbers& n,
                        const std::vector<int64_t>& slice_sizes) {
  const Type& operand = op.operand_type(0);
  constraint(op, slice_sizes.size() == operand.shape.size(), "gather_c20",
             "slice_sizes has {} entries, expected {}", slice_sizes.size(), operand.rank());
  const size_t named =
      n.offset_dims.size() + n.collapsed_slice_dims.size() + n.operand_batching_dims.size();
  constraint(
      op, named == operand.shape.size(), "gather_c1",
      "offset, collapsed and batching dimensions are {} together, expected {} as the operand has",
      named, operand.rank());
  for (size_t d = 0; d < slice_sizes.size(); d++)
    constraint(op, slice_sizes[d] >= 0 && may_fit(slice_sizes[d], operand.shape[d]), "gather_c21",
               "the slice size of dimension {} is {}, expected 0 to {}", d, slice_sizes[d],
               operand.shape[d]);
  expect_in_range(op, n.collapsed_slice_dims, operand.rank(), "collapsed_slice_dims", "gather_c8");
  expect_in_range(op, n.operand_batching_dims, operand.rank(), "operand_batching_dims",
                  "gather_c11");
  expect_unique(op, joined(n.collapsed_slice_dims, n.operand_batching_dims),
                "collapsed and batching dimensions", "gather_c6");
  expect_sorted(op, n.collapsed_slice_dims, "collapsed_slice_dims", "gather_c7");
  expect_sorted(op, n.operand_batching_dims, "operand_batching_dims", "gather_c10");
  for (int64_t axis : n.collapsed_slice_dims)
    constraint(op, slice_sizes[static_cast<size_t>(axis)] <= 1, "gather_c9",
               "the slice size of collapsed dimension {} is {}, expected at most 1", axis,
               slice_sizes[static_cast<size_t>(axis)]);
  for (int64_t axis : n.operand_batching_dims)
    constraint(op, slice_sizes[static_cast<size_t>(axis)] <= 1, "gather_c12",
               "the slice size of batching dimension {} is {}, expected at most 1", axis,
               slice_sizes[static_cast<size_t>(axis)]);
}

void check_index_side(const Operation& op, const GatherNumbers& n) {
  const Type& operand = op.operand_type(0);
  const Type& indices = op.operand_type(1);
  expect_elements(op, 1, Elements::integers);
  constraint(op, n.index_vector_dim >= 0 && n.index_vector_dim <= indices.rank(), "gather_c2",
             "index_vector_dim is {}, expected 0 to {}", n.index_vector_dim, indices.rank());
  const int64_t length = n.index_vector_dim < indices.rank() ? indices.dim(n.index_vector_dim) : 1;
  constraint(op, ir::compatible(static_cast<int64_t>(n.start_index_map.size()), length),
             "gather_c3", "start_index_map has {} entries, expected {}", n.start_index_map.size(),
             length);
  expect_unique(op, n.start_indices_batching_dims, "start_indices_batching_dims", "gather_c13");
  expect_in_range(op, n.start_indices_batching_dims, indices.rank(), "start_indices_batching_dims",
                  "gather_c14");
  constraint(op, !contains(n.start_indices_batching_dims, n.index_vector_dim), "gather_c15",
             "start_indices_batching_dims has the index_vector_dim {}, expected other axes",
             n.index_vector_dim);
  constraint(op, n.operand_batching_dims.size() == n.start_indices_batching_dims.size(),
             "gather_c16", "{} and {} batching dimensions, expected as many",
             n.operand_batching_dims.size(), n.start_indices_batching_dims.size());
  for (size_t k = 0; k < n.operand_batching_dims.size(); k++) {
    const int64_t size = operand.dim(n.operand_batching_dims[k]),
                  other = indices.dim(n.start_indices_batching_dims[k]);
    constraint(op, ir::compatible(size, other), "gather_c17",
               "batching sizes are {} and {}, expected the same", size, other);
  }
  expect_unique(op, joined(n.start_index_map, n.operand_batching_dims),
                "start_index_map and batching dimensions", "gather_c18");
  expect_in_range(op, n.start_index_map, operand.rank(), "start_index_map", "gather_c19");
}

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 2);
  const GatherNumbers n = gather_numbers(op);
  const auto slice_sizes = op.ints_attribute("slice_sizes");
  check_operand_side(op, n, slice_sizes);
  check_index_side(op, n);
  const Type& operand = op.operand_type(0);
  const Shape batch = without_axis(op.operand_type(1).shape, n.index_vector_dim);
  const auto rank = static_cast<int64_t>(batch.size() + n.offset_dims.size());
  expect_unique(op, n.offset_dims, "offset_dims", "gather_c4");
  expect_sorted(op, n.offset_dims, "offset_dims", "gather_c4");
  expect_in_range(op, n.offset_dims, rank, "offset_dims", "gather_c5");
  const auto kept = axes_without(operand.rank(), n.collapsed_slice_dims, n.operand_batching_dims);
  Shape shape;
  size_t next_batch = 0, next_offset = 0;
  for (int64_t axis = 0; axis < rank; axis++)
    shape.push_back(contains(n.offset_dims, axis)
                        ? slice_sizes[static_cast<size_t>(kept[next_offset++])]
                        : batch[next_batch++]);
  // The specification lets a collapsed size be 0, and does not say what is gathered then.
  const bool has_elements =
      std::all_of(shape.begin(), shape.end(), [](int64_t size) { return size > 0; });
  for (int64_t axis : joined(n.collapsed_slice_dims, n.operand_batching_dims))
    constraint(op, slice_sizes[static_cast<size_t>(axis)] > 0 || !has_elements, "gather_c9",
               "the slice size of collapsed dimension {} is 0, expected 1 for a {}", axis,
               operand.with(shape).str());
  return {operand.with(shape)};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const GatherNumbers n = gather_numbers(op);
  const auto slice_sizes = op.ints_attribute("slice_sizes");
  const Shape& from = in[0]->type.shape;
  Array out(op.result_type());
  const auto batch_dims = axes_without(out.type.rank(), n.offset_dims);
  const auto kept =
      axes_without(in[0]->type.rank(), n.collapsed_slice_dims, n.operand_batching_dims);
  ir::for_each_index(out.type.shape, [&](int64_t flat, const Shape& index) {
    Shape batch, full(from.size(), 0);
    for (int64_t axis : batch_dims) batch.push_back(index[static_cast<size_t>(axis)]);
    for (size_t k = 0; k < n.start_index_map.size(); k++) {
      const auto axis = static_cast<size_t>(n.start_index_map[k]);
      const int64_t start = start_index(*in[1], batch, n.index_vector_dim, static_cast<int64_t>(k));
      full[axis] = std::clamp<int64_t>(start, 0, from[axis] - slice_sizes[axis]);
    }
    for (size_t k = 0; k < n.operand_batching_dims.size(); k++) {
      const int64_t axis = n.start_indices_batching_dims[k];
      full[static_cast<size_t>(n.operand_batching_dims[k])] +=
          batch[static_cast<size_t>(axis < n.index_vector_dim ? axis : axis - 1)];
    }
    for (size_t k = 0; k < kept.size(); k++)
      full[static_cast<size_t>(kept[k])] += index[static_cast<size_t>(n.offset_dims[k])];
    out.copy_element(flat, *in[0], ir::flat_index(full, from));
  });
  return {std::move(out)};
}

/// The indices as a gather uses them: clamped to the places where a slice fits. A scatter drops
/// what lies outside instead.
Value clamped_indices(Vjp& v, const GatherNumbers& n) {
  Builder& b = v.builder;
  const Type& operand = v.op.operand_type(0);
  const Type& type = v.op.operand_type(1);
  const auto slice_sizes = v.op.ints_attribute("slice_sizes");
  std::vector<int64_t> limits;
  for (int64_t axis : n.start_index_map)
    limits.push_back(std::min(operand.dim(axis) - slice_sizes[static_cast<size_t>(axis)],
                              largest_of(type.element)));
  Value limit = along_index_vectors(b, type, n.index_vector_dim, limits);
  return minimum(b, maximum(b, v.op.operand(1), zeros_like(b, limit)), limit);
}

// dx = zeros, plus dy's slices at the places they were taken from
void vjp(Vjp& v) {
  const GatherNumbers n = gather_numbers(v.op);
  const ScatterNumbers back{n.offset_dims,           n.collapsed_slice_dims,
                            n.operand_batching_dims, n.start_indices_batching_dims,
                            n.start_index_map,       n.index_vector_dim};
  Value zeros = zeros_like(v.builder, v.op.operand(0));
  v.operand_gradients = {scatter_add(v.builder, zeros, clamped_indices(v, n), v.gradient(), back),
                         nullptr};
}

}  // namespace

Value along_index_vectors(Builder& b, const Type& indices, int64_t index_vector_dim,
                          const std::vector<int64_t>& numbers) {
  const bool is_vector = index_vector_dim < indices.rank();
  const Type type = Type::tensor(indices.element,
                                 is_vector ? Shape{static_cast<int64_t>(numbers.size())} : Shape{});
  Value row = b.one("stablehlo.constant", {},
                    ir::attributes({{"value", ir::Tensor::of_ints(type, numbers)}}));
  return broadcast_in_dim(
      b, row, indices.shape,
      is_vector ? std::vector<int64_t>{index_vector_dim} : std::vector<int64_t>{});
}

OpDef gather() {
  return {
      .name = "stablehlo.gather",
      .attributes =
          "dimension_numbers:record.stablehlo.gather, slice_sizes:ints, "
          "indices_are_sorted?:bool:i10",
      .infer = infer,
      .result_constraints = {.element = 23, .shape = 22, .count = 23},
      .evaluate = evaluate,
      .vjp = vjp,
      .keeps_scales = true,
      .acts_on_parts = true,
  };
}

}  // namespace tutti::op
