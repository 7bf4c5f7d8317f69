// SPDX-License-Identifier: Apache-2.0
// Lets operations on f16 compute in float32, for backends that have no rules of f16 for them.
#pragma once

#include <functional>

#include "ir/op_def.h"

namespace tutti::pass {

/// Whether widen_halves() changes an operation: mixed precision names operands of it, or the
/// backend does not take it in f16, and it takes it in float32. `supports` says what it takes.
bool can_widen(const ir::Operation& op, const ir::Catalogue& catalogue,
               const std::function<bool(const ir::Operation&)>& supports);

/// Each operation that can_widen() takes float32 copies of its f16 operands, and its results are
/// rounded to f16 once. The copies of an operand are made for each of its readers, so that none
/// lives from the forward to the backward pass.
ir::Module widen_halves(ir::Module module, const ir::Catalogue& catalogue,
                        const std::function<bool(const ir::Operation&)>& supports);

}  // namespace tutti::pass
