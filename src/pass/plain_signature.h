// SPDX-License-Identifier: Apache-2.0
// A function's arguments and results as tensors, for who can hold nothing else.
#pragma once

#include "ir/op_def.h"

namespace tutti::pass {

/// Whether a function takes and gives tensors alone.
bool has_plain_signature(const ir::Function& function);

/// A copy of the module in which `function` has the elements of its tuples as arguments and
/// results, in their order, makes the tokens that it took itself, and returns none. Those who call
/// it are not changed.
ir::Module with_plain_signature(const ir::Module& module, std::string_view function,
                                const ir::Catalogue& catalogue);

}  // namespace tutti::pass
