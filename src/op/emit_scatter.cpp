// SPDX-License-Identifier: Apache-2.0
// Functions that emit a scatter.
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"
#include "op/rules/region_emit.h"
#include "op/scatter.h"

namespace tutti::op {
namespace {

Value emit(Builder& b, Value input, Value indices, Value updates, const ScatterNumbers& n,
           const std::function<void(Operation&)>& fill) {
  ir::RecordAttribute record{"stablehlo.scatter", {}};
  const auto list = [&](const char* field, const std::vector<int64_t>& axes) {
    if (!axes.empty()) record.fields.set(field, ir::ints_attribute(axes));
  };
  list("update_window_dims", n.update_window_dims);
  list("inserted_window_dims", n.inserted_window_dims);
  list("input_batching_dims", n.input_batching_dims);
  list("scatter_indices_batching_dims", n.scatter_indices_batching_dims);
  list("scatter_dims_to_operand_dims", n.scatter_dims_to_operand_dims);
  record.fields.set("index_vector_dim", ir::int_attribute(n.index_vector_dim));
  return b.create("stablehlo.scatter", {input, indices, updates},
                  ir::attributes({{"indices_are_sorted", false},
                                  {"scatter_dimension_numbers", record},
                                  {"unique_indices", false}}),
                  {}, fill)[0];
}

}  // namespace

Value scatter_with(Builder& b, Value input, Value indices, Value updates,
                   const ScatterNumbers& numbers, std::string_view combined) {
  const Type scalar = Type::scalar(input->type.element);
  return emit(b, input, indices, updates, numbers, [&](Operation& op) {
    Block& block = op.add_region();
    Value current = block.add_argument(scalar), update = block.add_argument(scalar);
    Builder inner(block, b.catalogue());
    inner.location = b.location;
    inner.create("stablehlo.return",
                 {combined.empty() ? update : inner.one(combined, {current, update})});
  });
}

Value scatter_add(Builder& b, Value input, Value indices, Value updates,
                  const ScatterNumbers& numbers) {
  return scatter_with(b, input, indices, updates, numbers, "stablehlo.add");
}
Value scatter_replace(Builder& b, Value input, Value indices, Value updates,
                      const ScatterNumbers& numbers) {
  return scatter_with(b, input, indices, updates, numbers, "");
}
Value scatter_by(Builder& b, Value input, Value indices, Value updates,
                 const ScatterNumbers& numbers, const Block& computation) {
  return emit(b, input, indices, updates, numbers,
              [&](Operation& op) { copy_region(computation, op); });
}

}  // namespace tutti::op
