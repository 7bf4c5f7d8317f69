// SPDX-License-Identifier: Apache-2.0
// Computes at compile time what does not depend on arguments, and drops operations that change
// nothing.
#pragma once

#include "ir/op_def.h"

namespace tutti::pass {

/// Results of more than 4,096 elements are left to run time, unless every element is the same.
ir::Module fold_constants(ir::Module module, const ir::Catalogue& catalogue);

}  // namespace tutti::pass
