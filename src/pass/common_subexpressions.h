// SPDX-License-Identifier: Apache-2.0
// Computes once what several equal operations compute.
#pragma once

#include "ir/op_def.h"

namespace tutti::pass {

/// Replaces an operation by an earlier one with the same name, operands, attributes and result
/// types. Operations with regions or side effects stay.
ir::Module eliminate_common_subexpressions(ir::Module module, const ir::Catalogue& catalogue);

}  // namespace tutti::pass
