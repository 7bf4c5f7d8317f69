// SPDX-License-Identifier: Apache-2.0
// Takes out of loops what is the same in each round.
#pragma once

#include "ir/module.h"

namespace tutti::pass {

/// A value that each round of a `while` passes on unchanged is no longer carried: the loop reads it
/// from outside. What a round computes only from such values, in no more memory than they take, is
/// computed once before the loop. That also happens for a loop of no rounds, where it makes no
/// difference because such operations have no side effects. There must be no calls.
ir::Module hoist_loop_invariants(ir::Module module);

}  // namespace tutti::pass
