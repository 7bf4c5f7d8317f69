// SPDX-License-Identifier: Apache-2.0
// The dimension numbers of a scatter, and functions that emit one.
#pragma once

#include "ir/builder.h"

namespace tutti::op {

/// `#stablehlo.scatter<...>`, as the specification of scatter explains it.
struct ScatterNumbers {
  std::vector<int64_t> update_window_dims, inserted_window_dims, input_batching_dims,
      scatter_indices_batching_dims, scatter_dims_to_operand_dims;
  int64_t index_vector_dim = 0;
};

ScatterNumbers scatter_numbers(const ir::Operation& op);

/// stablehlo.scatter of one input, which adds the updates. Updates outside of the input are
/// dropped.
ir::Value scatter_add(ir::Builder& b, ir::Value input, ir::Value indices, ir::Value updates,
                      const ScatterNumbers& numbers);
/// The same; each update replaces the old value.
ir::Value scatter_replace(ir::Builder& b, ir::Value input, ir::Value indices, ir::Value updates,
                          const ScatterNumbers& numbers);
/// The same; a binary op combines the old value with the update, which replaces it where the name
/// is empty.
ir::Value scatter_with(ir::Builder& b, ir::Value input, ir::Value indices, ir::Value updates,
                       const ScatterNumbers& numbers, std::string_view combined);
/// The same; a computation combines the old value with the update.
ir::Value scatter_by(ir::Builder& b, ir::Value input, ir::Value indices, ir::Value updates,
                     const ScatterNumbers& numbers, const ir::Block& computation);

}  // namespace tutti::op
