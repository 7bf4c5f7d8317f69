// SPDX-License-Identifier: Apache-2.0
// Replaces every call, and every composite, by the body of its callee.
#pragma once

#include "ir/op_def.h"

namespace tutti::pass {

/// Private functions, no longer named, are dropped. Recursion was refused by the verifier; a
/// program that grows by more than a million operations is a UserError.
ir::Module inline_calls(ir::Module module, const ir::Catalogue& catalogue);

/// Leaves this function and those that its operations name, as custom calls do.
void keep_function(ir::Module& module, std::string_view function);

}  // namespace tutti::pass
