// SPDX-License-Identifier: Apache-2.0
// What regions read of what lies around them.
#pragma once

#include <vector>

#include "ir/module.h"

namespace tutti::ir {

/// The values that an operation's regions use and do not define, each once.
std::vector<Value> captured_values(const Operation& op);

}  // namespace tutti::ir
