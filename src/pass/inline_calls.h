// SPDX-License-Identifier: Apache-2.0
// Replaces every call and every composite by the body of the function that it calls.
#pragma once

#include "ir/op_def.h"

namespace tutti::pass {

/// Private functions that have lost all references are removed. The verifier has refused recursion.
/// A program that grows by more than a million operations is a UserError.
ir::Module inline_calls(ir::Module module, const ir::Catalogue& catalogue);

/// A copy of this function and of those that its operations refer to.
ir::Module copy_of_function(const ir::Module& module, std::string_view function);

/// Removes all functions except this one and those that its operations refer to, as custom calls
/// do.
void keep_function(ir::Module& module, std::string_view function);

}  // namespace tutti::pass
