// SPDX-License-Identifier: Apache-2.0
// Removes operations whose results are not used.
#pragma once

#include "ir/module.h"

namespace tutti::pass {

/// Operations with side effects stay, and so does everything that they use.
ir::Module eliminate_dead_code(ir::Module module);
/// The same of one block, whose terminator needs what it returns.
void drop_dead_code(ir::Block& block);

}  // namespace tutti::pass
