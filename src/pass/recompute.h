// SPDX-License-Identifier: Apache-2.0
// Computes cheap values again, instead of keeping them for long.
#pragma once

#include "ir/op_def.h"

namespace tutti::pass {

/// Where the forward pass's value is read by the backward pass again, much later, and its operation
/// is cheap (ir::OpDef::is_cheap), a copy of the operation is put before the late readers, if what
/// it reads is there anyway. So the value's memory is free in between. A value that was only
/// widened is kept as what it was before, in fewer bits. What a copy reads passes an optimization
/// barrier, so that no compiler takes it for what it repeats. Results keep their bits.
ir::Module recompute(ir::Module module, const ir::Catalogue& catalogue);

}  // namespace tutti::pass
