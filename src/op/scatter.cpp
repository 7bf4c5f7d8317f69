// SPDX-License-Identifier: Apache-2.0
#include "op/scatter.h"

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/axes.h"
#include "op/rules/common.h"
#include "op/rules/indices.h"
#include "op/rules/quantized.h"
#include "op/rules/reduction.h"
#include "op/rules/region_emit.h"
#include "op/rules/regions.h"
#include "op/scatter_gradient.h"

namespace tutti::op {

ScatterNumbers scatter_numbers(const Operation& op) {
  const ir::RecordAttribute& record = op.record_attribute("scatter_dimension_numbers");
  return {ir::record_ints(record, "update_window_dims"),
          ir::record_ints(record, "inserted_window_dims"),
          ir::record_ints(record, "input_batching_dims"),
          ir::record_ints(record, "scatter_indices_batching_dims"),
          ir::record_ints(record, "scatter_dims_to_operand_dims"),
          ir::record_int(record, "index_vector_dim")};
}

namespace {

void check_numbers(const Operation& op, const ScatterNumbers& n) {
  const Type& input = op.operand_type(0);
  const Type& indices = op.operand_type(op.operand_count() / 2);
  const int64_t updates_rank = op.operand_type(op.operand_count() / 2 + 1).rank();
  const size_t named =
      n.update_window_dims.size() + n.inserted_window_dims.size() + n.input_batching_dims.size();
  constraint(
      op, named == input.shape.size(), "scatter_c2",
      "window, inserted and batching dimensions are {} together, expected {} as the input has",
      named, input.rank());
  expect_unique(op, n.update_window_dims, "update_window_dims", "scatter_c7");
  expect_sorted(op, n.update_window_dims, "update_window_dims", "scatter_c7");
  expect_in_range(op, n.update_window_dims, updates_rank, "update_window_dims", "scatter_c8");
  expect_unique(op, joined(n.inserted_window_dims, n.input_batching_dims),
                "inserted and batching dimensions", "scatter_c9");
  expect_sorted(op, n.inserted_window_dims, "inserted_window_dims", "scatter_c10");
  expect_in_range(op, n.inserted_window_dims, input.rank(), "inserted_window_dims", "scatter_c11");
  expect_sorted(op, n.input_batching_dims, "input_batching_dims", "scatter_c12");
  expect_in_range(op, n.input_batching_dims, input.rank(), "input_batching_dims", "scatter_c13");
  constraint(op, n.index_vector_dim >= 0 && n.index_vector_dim <= indices.rank(), "scatter_c22",
             "index_vector_dim is {}, expected 0 to {}", n.index_vector_dim, indices.rank());
  expect_unique(op, n.scatter_indices_batching_dims, "scatter_indices_batching_dims",
                "scatter_c14");
  expect_in_range(op, n.scatter_indices_batching_dims, indices.rank(),
                  "scatter_indices_batching_dims", "scatter_c15");
  constraint(op, !contains(n.scatter_indices_batching_dims, n.index_vector_dim), "scatter_c16",
             "scatter_indices_batching_dims has the index_vector_dim {}, expected other axes",
             n.index_vector_dim);
  constraint(op, n.input_batching_dims.size() == n.scatter_indices_batching_dims.size(),
             "scatter_c17", "{} and {} batching dimensions, expected as many",
             n.input_batching_dims.size(), n.scatter_indices_batching_dims.size());
  for (size_t k = 0; k < n.input_batching_dims.size(); k++) {
    const int64_t size = input.dim(n.input_batching_dims[k]),
                  other = indices.dim(n.scatter_indices_batching_dims[k]);
    constraint(op, ir::compatible(size, other), "scatter_c18",
               "batching sizes are {} and {}, expected the same", size, other);
  }
  const int64_t length = n.index_vector_dim < indices.rank() ? indices.dim(n.index_vector_dim) : 1;
  constraint(op,
             ir::compatible(static_cast<int64_t>(n.scatter_dims_to_operand_dims.size()), length),
             "scatter_c19", "scatter_dims_to_operand_dims has {} entries, expected {}",
             n.scatter_dims_to_operand_dims.size(), length);
  expect_unique(op, joined(n.scatter_dims_to_operand_dims, n.input_batching_dims),
                "scatter_dims_to_operand_dims and batching dimensions", "scatter_c20");
  expect_in_range(op, n.scatter_dims_to_operand_dims, input.rank(), "scatter_dims_to_operand_dims",
                  "scatter_c21");
}

void check_update_shape(const Operation& op, const ScatterNumbers& n) {
  const Type& input = op.operand_type(0);
  const Type& updates = op.operand_type(op.operand_count() / 2 + 1);
  const Shape batch =
      without_axis(op.operand_type(op.operand_count() / 2).shape, n.index_vector_dim);
  const auto scatter_dims = axes_without(updates.rank(), n.update_window_dims);
  constraint(op, scatter_dims.size() == batch.size(), "scatter_c4",
             "the updates have rank {}, expected {}", updates.rank(),
             batch.size() + n.update_window_dims.size());
  for (size_t k = 0; k < batch.size(); k++)
    constraint(op, ir::compatible(updates.dim(scatter_dims[k]), batch[k]), "scatter_c4",
               "dimension {} of the updates is {}, expected {} as the indices have",
               scatter_dims[k], updates.dim(scatter_dims[k]), batch[k]);
  const auto window = axes_without(input.rank(), n.inserted_window_dims, n.input_batching_dims);
  for (size_t k = 0; k < window.size(); k++)
    constraint(op, may_fit(updates.dim(n.update_window_dims[k]), input.dim(window[k])),
               "scatter_c4", "dimension {} of the updates is {}, expected at most {}",
               n.update_window_dims[k], updates.dim(n.update_window_dims[k]), input.dim(window[k]));
}

std::vector<Type> infer(const Operation& op) {
  const size_t count = op.operand_count() / 2;
  constraint(op, op.operand_count() % 2 == 1 && count > 0, "scatter_c5",
             "{} operands, expected inputs, indices and as many updates", op.operand_count());
  expect_elements(op, count, Elements::integers);
  const Type& updates = op.operand_type(count + 1);
  Shape known = op.operand_type(0).shape;
  for (size_t i = 0; i < count; i++) {
    constraint(op, ir::compatible(op.operand_type(i).shape, known), "scatter_c1",
               "input {} has shape {}, expected {}", i, ir::str(op.operand_type(i).shape),
               ir::str(known));
    known = ir::merged(known, op.operand_type(i).shape);
    constraint(op, ir::compatible(op.operand_type(count + 1 + i).shape, updates.shape),
               "scatter_c3", "updates {} have shape {}, expected {}", i,
               ir::str(op.operand_type(count + 1 + i).shape), ir::str(updates.shape));
    constraint(op, same_elements(op.operand_type(count + 1 + i), op.operand_type(i)), "scatter_c6",
               "updates {} have elements of type {}, expected {}", i,
               element_text(op.operand_type(count + 1 + i)), element_text(op.operand_type(i)));
  }
  const ScatterNumbers n = scatter_numbers(op);
  check_numbers(op, n);
  check_update_shape(op, n);
  expect_regions(op, 1, "scatter_c23");
  const auto scalars = expect_reducer(op, 0, count, "scatter_c23");
  std::vector<Type> results;
  for (size_t i = 0; i < count; i++) results.push_back(scalars[i].with(known));
  return results;
}

/// Where each element of the updates goes. A window that does not lie inside of the input as a
/// whole is dropped as a whole, as XLA does on every device and JAX expects; the specification's
/// text would drop only those of its elements that lie outside.
class Places {
 public:
  Places(const ScatterNumbers& numbers, const Type& input, const Array& indices,
         const Type& updates)
      : n_(numbers),
        shape_(input.shape),
        indices_(indices),
        scatter_dims_(axes_without(updates.rank(), n_.update_window_dims)),
        window_(axes_without(input.rank(), n_.inserted_window_dims, n_.input_batching_dims)),
        last_start_(input.shape) {
    for (int64_t& last : last_start_) last--;
    for (size_t k = 0; k < window_.size(); k++)
      last_start_[static_cast<size_t>(window_[k])] -= updates.dim(n_.update_window_dims[k]) - 1;
  }

  /// The flat index into the input, or -1 outside of it.
  int64_t operator()(const Shape& update) const {
    Shape batch, place(shape_.size(), 0);
    for (int64_t axis : scatter_dims_) batch.push_back(update[static_cast<size_t>(axis)]);
    for (size_t k = 0; k < n_.scatter_dims_to_operand_dims.size(); k++)
      place[static_cast<size_t>(n_.scatter_dims_to_operand_dims[k])] =
          start_index(indices_, batch, n_.index_vector_dim, static_cast<int64_t>(k));
    for (size_t k = 0; k < n_.input_batching_dims.size(); k++) {
      const int64_t axis = n_.scatter_indices_batching_dims[k];
      place[static_cast<size_t>(n_.input_batching_dims[k])] =
          batch[static_cast<size_t>(axis < n_.index_vector_dim ? axis : axis - 1)];
    }
    for (size_t d = 0; d < place.size(); d++)
      if (place[d] < 0 || place[d] > last_start_[d]) return -1;
    for (size_t k = 0; k < window_.size(); k++)
      place[static_cast<size_t>(window_[k])] +=
          update[static_cast<size_t>(n_.update_window_dims[k])];
    return ir::flat_index(place, shape_);
  }

 private:
  const ScatterNumbers& n_;
  const Shape& shape_;
  const Array& indices_;
  std::vector<int64_t> scatter_dims_, window_;
  Shape last_start_;  // where a window can begin at most
};

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  const size_t count = in.size() / 2;
  const ScatterNumbers n = scatter_numbers(op);
  const Places place(n, in[0]->type, *in[count], in[count + 1]->type);
  std::vector<Array> out;
  for (size_t i = 0; i < count; i++) {
    out.emplace_back(op.result_type(i));
    for (int64_t k = 0; k < out[i].count(); k++) out[i].copy_element(k, *in[i], k);
  }
  const Operation* reducer = reducer_of(op);
  const bool adds =
      reducer && count == 1 && out[0].is_float() && reducer->name() == "stablehlo.add";
  ir::for_each_index(in[count + 1]->type.shape, [&](int64_t flat, const Shape& index) {
    const int64_t to = place(index);
    if (to < 0) return;
    if (adds) {
      out[0].f(to) += in[2]->f(flat);
      return;
    }
    std::vector<Array> arguments;
    for (size_t i = 0; i < 2 * count; i++) {
      arguments.emplace_back(op.regions[0]->arguments[i]->type);
      arguments.back().copy_element(0, i < count ? out[i] : *in[i + 1], i < count ? to : flat);
    }
    const auto results = evaluation.run_region(*op.regions[0], std::move(arguments));
    for (size_t i = 0; i < count; i++) out[i].copy_element(to, results[i], 0);
  });
  return out;
}

/// One that combines in a wider type than its operands have: they are converted first.
std::vector<Value> decompose(Builder& b, const Operation& op) {
  const size_t count = op.result_count();
  std::vector<Value> operands = op.operands;
  for (size_t i = 0; i < count; i++)
    for (const size_t at : {i, count + 1 + i})
      operands[at] = convert(b, operands[at], op.result_type(i).element);
  if (operands == op.operands) return {};
  return b.create(op.name(), operands, op.attributes, op.result_types(),
                  [&](Operation& wide) { copy_region(*op.regions[0], wide); });
}

}  // namespace

OpDef scatter() {
  return {
      .name = "stablehlo.scatter",
      .attributes =
          "scatter_dimension_numbers:record.stablehlo.scatter, indices_are_sorted?:bool, "
          "unique_indices?:bool",
      .infer = infer,
      .result_constraints = {.element = 25, .shape = 24, .count = 25},
      .evaluate = evaluate,
      .vjp = scatter_vjp,
      .decompose = decompose,
      .keeps_scales = true,
  };
}

}  // namespace tutti::op
