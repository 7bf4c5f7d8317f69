// SPDX-License-Identifier: Apache-2.0
// The root of a collective_broadcast or collective_reduce.
#pragma once

#include <string_view>
#include <vector>

#include "ir/process.h"
#include "op/rules/common.h"

namespace tutti::op {

/// Whether the last operand of a collective_broadcast or collective_reduce says which member of a
/// group is the root of each other operand.
bool has_dynamic_root(const Operation& op);
/// Checks the type of that operand.
void expect_roots(const Operation& op, std::string_view label);
/// The root of operand `index`, as an index into the group of `members`. Without that last operand
/// it is the first member.
size_t root_of(const Operation& op, Operands in, size_t index, size_t members);
/// The operands of their backward rules: the gradients of the results, and the roots if given.
std::vector<Value> gradients_and_roots(const Vjp& v);

}  // namespace tutti::op
