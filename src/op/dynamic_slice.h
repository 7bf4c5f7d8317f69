// SPDX-License-Identifier: Apache-2.0
// Slices whose positions are data: how to emit them, and what the two ops share.
#pragma once

#include <string_view>

#include "ir/array.h"
#include "ir/builder.h"

namespace tutti::op {

/// stablehlo.dynamic_slice. `starts` has an integer of rank 0 for each axis; it is clamped so that
/// the slice is inside.
ir::Value dynamic_slice(ir::Builder& b, ir::Value x, const std::vector<ir::Value>& starts,
                        std::vector<int64_t> sizes);
/// stablehlo.dynamic_update_slice: x with `update` written at `starts`, clamped likewise.
ir::Value dynamic_update_slice(ir::Builder& b, ir::Value x, ir::Value update,
                               const std::vector<ir::Value>& starts);

/// Checks the constraints on start indices, which are the operands from `first` on.
void expect_starts(const ir::Operation& op, size_t first, std::string_view count_label,
                   std::string_view same_label);
/// The start indices, clamped so that `sizes` fit into `shape`.
ir::Shape clamped_starts(ir::Operands in, size_t first, const ir::Shape& shape,
                         const ir::Shape& sizes);

}  // namespace tutti::op
