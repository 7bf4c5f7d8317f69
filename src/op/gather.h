// SPDX-License-Identifier: Apache-2.0
// The dimension numbers of a gather, and a function that emits one.
#pragma once

#include "ir/builder.h"

namespace tutti::op {

/// `#stablehlo.gather<...>`, as the specification of gather explains it.
struct GatherNumbers {
  std::vector<int64_t> offset_dims, collapsed_slice_dims, operand_batching_dims,
      start_indices_batching_dims, start_index_map;
  int64_t index_vector_dim = 0;
};

GatherNumbers gather_numbers(const ir::Operation& op);

/// stablehlo.gather: slices of `operand` at `indices`, which are clamped so that each slice is
/// inside.
ir::Value gather(ir::Builder& b, ir::Value operand, ir::Value indices, const GatherNumbers& numbers,
                 std::vector<int64_t> slice_sizes);

/// The rows [..., columns] of a table [rows, columns] whose numbers are given [...].
ir::Value gather_rows(ir::Builder& b, ir::Value table, ir::Value numbers);

/// A number for each component of an index, repeated for all indices of that type.
ir::Value along_index_vectors(ir::Builder& b, const ir::Type& indices, int64_t index_vector_dim,
                              const std::vector<int64_t>& numbers);

}  // namespace tutti::op
