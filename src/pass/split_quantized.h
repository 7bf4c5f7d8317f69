// SPDX-License-Identifier: Apache-2.0
// Replaces quantized elements by the integers that are stored for them.
#pragma once

#include <functional>

#include "ir/op_def.h"

namespace tutti::pass {

/// Where an operation on quantized elements is there for which `supports` is false, all of them
/// become operations on integers: what the specification computes with floats is dequantized,
/// computed and quantized again, and the rest hands the integers on. Arguments and results become
/// integers too.
ir::Module split_quantized(ir::Module module, const ir::Catalogue& catalogue,
                           const std::function<bool(const ir::Operation&)>& supports);

}  // namespace tutti::pass
