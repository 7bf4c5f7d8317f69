// SPDX-License-Identifier: Apache-2.0
// Computes equal operations once.
#pragma once

#include "ir/op_def.h"

namespace tutti::pass {

/// Two operations are equal if name, operands, attributes and result types are; those with regions
/// or side effects are left alone.
ir::Module eliminate_common_subexpressions(ir::Module module, const ir::Catalogue& catalogue);

}  // namespace tutti::pass
