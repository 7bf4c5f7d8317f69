// SPDX-License-Identifier: Apache-2.0
// Emission of the regions of other operations: as computations on tensors, and as copies.
#pragma once

#include "ir/builder.h"

namespace tutti::op {

/// Emits a computation on scalars for all elements of `arguments`, which are tensors of `shape`. An
/// operation that is not elementwise is a UserError.
std::vector<ir::Value> emit_on_tensors(ir::Builder& b, const ir::Block& computation,
                                       const std::vector<ir::Value>& arguments,
                                       const ir::Shape& shape);

/// Adds a copy of a region to an operation.
void copy_region(const ir::Block& region, ir::Operation& op);

}  // namespace tutti::op
