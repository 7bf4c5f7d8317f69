// SPDX-License-Identifier: Apache-2.0
// Functions whose arguments and results are tensors, for callers that have no other values.
#pragma once

#include "ir/op_def.h"

namespace tutti::pass {

/// Whether all arguments and results of a function are tensors.
bool has_plain_signature(const ir::Function& function);

/// A copy of the module in which `function` has such a signature: the elements of tuples are
/// arguments and results in their order, tokens that it took are created inside, and none are
/// returned. Calls of the function are not changed.
ir::Module with_plain_signature(const ir::Module& module, std::string_view function,
                                const ir::Catalogue& catalogue);

}  // namespace tutti::pass
