// SPDX-License-Identifier: Apache-2.0
// Operations that give what they take.
#pragma once

#include "ir/module.h"

namespace tutti::op {

/// Whether an operation gives its operand, and only says on which devices it should lie.
bool only_places(const ir::Operation& op);
/// Whether a collective gives its operands, the first process being the only one that it is for.
bool is_alone(const ir::Operation& op);

}  // namespace tutti::op
