// SPDX-License-Identifier: Apache-2.0
// Complex arithmetic as arithmetic of real and imaginary parts, for backends without complex
// numbers.
#pragma once

#include <functional>

#include "ir/builder.h"

namespace tutti::pass {

/// Rewrites operations on complex numbers for which `supports` is false: takes the parts of
/// operands (stablehlo.real, stablehlo.imag), computes with them, and joins the parts of results
/// (stablehlo.complex) unless the next operation takes them apart again. An operation without a
/// form in parts stays.
ir::Module split_complex(ir::Module module, const ir::Catalogue& catalogue,
                         const std::function<bool(const ir::Operation&)>& supports);

}  // namespace tutti::pass
