// SPDX-License-Identifier: Apache-2.0
// Imported programs spell out what is one op here. This pass finds it again.
#pragma once

#include <functional>

#include "ir/builder.h"

namespace tutti::pass {

/// Replaces the patterns of pass/raise/patterns.def, in every form in which JAX and PyTorch write
/// them, by our fused ops where `supports` takes those. A pattern stays where another operation
/// uses a value inside it, such as a gradient that is no pattern itself. Results differ by
/// rounding, and in one case by value: a one-hot zero times a log-softmax of -infinity is NaN in
/// the imported program, while the fused op adds nothing. There must be no calls.
ir::Module raise(ir::Module module, const ir::Catalogue& catalogue,
                 const std::function<bool(const ir::Operation&)>& supports);

}  // namespace tutti::pass
