// SPDX-License-Identifier: Apache-2.0
// What is the same in each round of a loop is taken out of it.
#pragma once

#include "ir/module.h"

namespace tutti::pass {

/// Of each `while`: what a round hands on as it got it is no longer carried, but read where it was
/// made; and what a round computes from such values alone, in no more memory than they have, is
/// computed once, before the loop. It is then computed for a loop of no rounds too, which no
/// operation without side effects shows. Expects no calls.
ir::Module hoist_loop_invariants(ir::Module module);

}  // namespace tutti::pass
