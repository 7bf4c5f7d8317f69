// SPDX-License-Identifier: Apache-2.0
// Holds a whole module against the rules that one operation cannot see.
#pragma once

#include "ir/module.h"

namespace tutti::ir {

/// Checks each operation's constraints and types, that values are defined before use, that blocks
/// end in one terminator of the right types, that calls exist, match, and do not recurse. The first
/// violation is a UserError at its operation.
void verify(const Module& module);

}  // namespace tutti::ir
