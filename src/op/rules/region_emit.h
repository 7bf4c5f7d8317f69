// SPDX-License-Identifier: Apache-2.0
// Regions of other operations put to use: computations on scalars done on tensors, copies.
#pragma once

#include "ir/builder.h"

namespace tutti::op {

/// Emits what an elementwise computation does to the elements of `arguments`, tensors of `shape`;
/// a UserError at an operation that is not elementwise.
std::vector<ir::Value> emit_on_tensors(ir::Builder& b, const ir::Block& computation,
                                       const std::vector<ir::Value>& arguments,
                                       const ir::Shape& shape);

/// Gives an operation a copy of a region.
void copy_region(const ir::Block& region, ir::Operation& op);

}  // namespace tutti::op
