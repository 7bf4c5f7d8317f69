// SPDX-License-Identifier: Apache-2.0
// Operations that give what they take, being for one process; and those for several.
#pragma once

#include "ir/module.h"

namespace tutti::op {

/// Whether an operation gives its operand, and only says on which devices it should lie.
bool only_places(const ir::Operation& op);
/// Whether a collective gives its operands, the first process being the only one that it is for.
bool is_alone(const ir::Operation& op);
/// Whether an operation is for several processes, each of which has its own values: a collective
/// that is not alone, or a step into or out of what JAX's shard_map runs on each device.
bool needs_grid(const ir::Operation& op);

}  // namespace tutti::op
