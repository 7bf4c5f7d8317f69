// SPDX-License-Identifier: Apache-2.0
// Mixed precision: activations and products in bf16, everything that sums or decides in float32.
#pragma once

#include "ir/op_def.h"

namespace tutti::pass {

/// Turns the operands that ops name in `low_precision_operands` from f32 to bf16, and with them the
/// float results. Elementwise and moving ops follow operands that became bf16; every other op gets
/// float32 back, as do the function's results. Arguments keep their types: parameters stay float32.
/// To be applied before differentiation, so that gradients follow the types of what they belong to.
ir::Module use_bf16(ir::Module module, const ir::Catalogue& catalogue);

/// A product that is rounded to bf16 only to be widened to f32 again is made in f32: gradients of
/// float32 parameters keep the precision they were summed in.
ir::Module widen_products(ir::Module module, const ir::Catalogue& catalogue);

/// Parameters (by `tutti.role`) of which nothing but a conversion to bf16 is used are taken as
/// bf16, for who converts them once and runs the functions often.
ir::Module narrow_parameters(ir::Module module, const ir::Catalogue& catalogue);

}  // namespace tutti::pass
