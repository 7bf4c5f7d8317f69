// SPDX-License-Identifier: Apache-2.0
// Complex arithmetic in terms of real and imaginary parts, for backends that compute with reals.
#pragma once

#include <functional>

#include "ir/builder.h"

namespace tutti::pass {

/// Rewrites operations on complex numbers that `supports` refuses: their parts are taken
/// (stablehlo.real, stablehlo.imag), computed with, and joined (stablehlo.complex), which is undone
/// where the next operation takes the parts again. What has no form in parts stays.
ir::Module split_complex(ir::Module module, const ir::Catalogue& catalogue,
                         const std::function<bool(const ir::Operation&)>& supports);

}  // namespace tutti::pass
