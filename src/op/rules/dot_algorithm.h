// SPDX-License-Identifier: Apache-2.0
// The algorithm that a dot_general may ask for: what its operands are rounded to, how many products
// of their parts are added, and in which type.
#pragma once

#include "op/rules/common.h"

namespace tutti::op {

/// Holds that the algorithm is one of those that the dialect knows.
void expect_known_algorithm(const Operation& op);

/// The algorithm's own steps; nothing where the operation has none.
std::vector<Value> by_algorithm(Builder& b, const Operation& op);

}  // namespace tutti::op
