// SPDX-License-Identifier: Apache-2.0
// Replaces detours that imported programs take, above all in gradients.
#pragma once

#include "ir/op_def.h"

namespace tutti::pass {

/// Makes these replacements, most of them only if the values in between have no other use:
///   a sum over axes of one element            by a reshape
///   a padding by nothing                      by what it pads
///   mean(x^2) - mean(x)^2                     by mean((x - mean(x))^2), which does not cancel
///   the broadcast of a broadcast              by one
///   the quotient by a power of two            by the product with its inverse
///   the transpose of a product x y            by the product y x, where its last axis is x's
///   the sum of an activation's gradient       by the bias' gradient, which is computed beside it
///   the sum of parts, each padded by zeros    by their concatenation (-0 may become +0, and back)
///   the sum of two that fill every other one  by pairs of their elements (likewise for -0)
///   the transpose of a concatenation          by the concatenation of transposes
///   the conversion of a broadcast             by the broadcast of fewer converted numbers
///   a softmax's gradient through exp and sum  by that through its result (rounds differently)
/// There must be no calls.
ir::Module simplify(ir::Module module, const ir::Catalogue& catalogue);

}  // namespace tutti::pass
