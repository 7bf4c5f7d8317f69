// SPDX-License-Identifier: Apache-2.0
// Computes rows again in the loop that reads them, instead of collecting them in the loop before.
#pragma once

#include "ir/op_def.h"

namespace tutti::pass {

/// JAX's scan collects what the rounds of a loop have computed for those of its gradient: a sigmoid
/// s, and s (1 - s) as well. Where everything that reads such an array is a slice, where a few
/// cheap operations make its rows of others that the same rounds collect, and where these are
/// sliced alike, the slice is computed of their slices, and the array is gone. Results stay the
/// same to the bit.
ir::Module recompute_rows(ir::Module module, const ir::Catalogue& catalogue);

}  // namespace tutti::pass
