// SPDX-License-Identifier: Apache-2.0
// Imported programs spell out what we have as one op: this finds it again.
#pragma once

#include <functional>

#include "ir/builder.h"

namespace tutti::pass {

/// Replaces what pass/raise/match.h reads, as JAX and PyTorch spell it in the bodies of functions,
/// by our fused ops where `supports` takes those: of float32, and random bits. A spelling stays
/// where something else uses a value inside it, such as a gradient that is no spelling itself.
/// Results differ by rounding, and where a one-hot zero meets a log-softmax of -infinity: NaN as
/// spelled, now nothing is added. Expects no calls.
ir::Module raise(ir::Module module, const ir::Catalogue& catalogue,
                 const std::function<bool(const ir::Operation&)>& supports);

}  // namespace tutti::pass
