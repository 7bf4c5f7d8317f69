// SPDX-License-Identifier: Apache-2.0
// Drops operations whose results nobody needs.
#pragma once

#include "ir/module.h"

namespace tutti::pass {

/// Operations with side effects, and what they need, stay.
ir::Module eliminate_dead_code(ir::Module module);

}  // namespace tutti::pass
