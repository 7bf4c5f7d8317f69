// SPDX-License-Identifier: Apache-2.0
// The floating-point operations of an operation's matrix products, which are most of a model's.
#pragma once

#include "ir/op_def.h"

namespace tutti::pass {

/// Of one stablehlo.dot_general: a multiplication and an addition for each term of each sum. 0 for
/// other operations.
double dot_flops(const ir::Operation& op);

/// Of any operation: fused ones are taken apart, a loop counts as often as it goes round where that
/// can be read, else once, and of branches all count. Each row of a ragged_dot is multiplied once.
double product_flops(const ir::Operation& op, const ir::Catalogue& catalogue);

}  // namespace tutti::pass
