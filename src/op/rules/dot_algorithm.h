// SPDX-License-Identifier: Apache-2.0
// The algorithm that a dot_general may ask for: to which type operands are rounded, how many
// products of their parts are added, and in which type.
#pragma once

#include "op/rules/common.h"

namespace tutti::op {

/// Checks that the algorithm is one that the dialect knows.
void expect_known_algorithm(const Operation& op);

/// Emits the steps of the algorithm. Returns nothing if the operation asks for none.
std::vector<Value> by_algorithm(Builder& b, const Operation& op);

}  // namespace tutti::op
