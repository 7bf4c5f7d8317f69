// SPDX-License-Identifier: Apache-2.0
// The dimension numbers of a scatter, and its emission.
#pragma once

#include "ir/builder.h"

namespace tutti::op {

/// `#stablehlo.scatter<...>`; see the specification's scatter.
struct ScatterNumbers {
  std::vector<int64_t> update_window_dims, inserted_window_dims, input_batching_dims,
      scatter_indices_batching_dims, scatter_dims_to_operand_dims;
  int64_t index_vector_dim = 0;
};

ScatterNumbers scatter_numbers(const ir::Operation& op);

/// stablehlo.scatter of one input: what is updated outside of the input is dropped.
ir::Value scatter_add(ir::Builder& b, ir::Value input, ir::Value indices, ir::Value updates,
                      const ScatterNumbers& numbers);
/// The same where each update replaces what was there.
ir::Value scatter_replace(ir::Builder& b, ir::Value input, ir::Value indices, ir::Value updates,
                          const ScatterNumbers& numbers);
/// The same where a computation combines what was there with the update.
ir::Value scatter_by(ir::Builder& b, ir::Value input, ir::Value indices, ir::Value updates,
                     const ScatterNumbers& numbers, const ir::Block& computation);

}  // namespace tutti::op
