// SPDX-License-Identifier: Apache-2.0
// Computes what does not depend on arguments at compile time, and removes operations that change
// nothing.
#pragma once

#include "ir/op_def.h"

namespace tutti::pass {

/// Results of more than 4,096 elements are computed at run time, unless all elements are equal.
ir::Module fold_constants(ir::Module module, const ir::Catalogue& catalogue);

}  // namespace tutti::pass
