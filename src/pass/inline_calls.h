// SPDX-License-Identifier: Apache-2.0
// Replaces every call, and every composite, by the body of its callee.
#pragma once

#include "ir/op_def.h"

namespace tutti::pass {

/// Private functions, no longer called, are dropped. Recursion was refused by the verifier; a
/// program that grows by more than a million operations is a UserError.
ir::Module inline_calls(ir::Module module, const ir::Catalogue& catalogue);

}  // namespace tutti::pass
