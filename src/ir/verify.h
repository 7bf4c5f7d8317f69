// SPDX-License-Identifier: Apache-2.0
// Checks a whole module, including the rules that span several operations.
#pragma once

#include "ir/module.h"

namespace tutti::ir {

/// Checks the constraints and types of each operation; that values are defined before they are
/// used; that each block ends in one terminator of the right types; that called functions exist,
/// match their calls and do not recurse. The first violation is a UserError at its operation.
void verify(const Module& module);

}  // namespace tutti::ir
