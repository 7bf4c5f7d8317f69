// SPDX-License-Identifier: Apache-2.0
// Mixed precision: activations and products in fewer bits, everything that sums or decides in
// float32.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/op_def.h"

namespace tutti::pass {

/// What a model computes in. Parameters, optimizer state and sums are float32 in each of them.
enum class Precision { f32, bf16 };

/// "bf16", as flags and run files spell it.
std::string_view name_of(Precision precision);
/// Every name, in the order of the enum.
std::vector<std::string> precision_names();
/// The precision of that name, which must be one of precision_names().
Precision precision_named(std::string_view name);
/// The type that operands of products and activations have.
ir::ElementType element_of(Precision precision);

/// Converts the operands that ops name in `low_precision_operands` from f32 to the precision's
/// element type, and with them the float results. Elementwise and moving ops follow operands that
/// were converted; every other op gets float32 back, as do the function's results. Arguments keep
/// their types: parameters stay float32. Runs before differentiation, so that each gradient has the
/// type of the value that it belongs to. For Precision::f32 the module stays as it is.
ir::Module use_precision(ir::Module module, Precision precision, const ir::Catalogue& catalogue);

/// Makes a product in f32 at once where it is rounded to the precision's element type only to be
/// widened to f32 again. So gradients of float32 parameters keep the precision of their sums.
ir::Module widen_products(ir::Module module, Precision precision, const ir::Catalogue& catalogue);

/// Changes the type of each parameter (an argument whose `tutti.role` says so) that is only ever
/// converted to the precision's element type: the caller converts it once and runs the function
/// often.
ir::Module narrow_parameters(ir::Module module, Precision precision,
                             const ir::Catalogue& catalogue);

}  // namespace tutti::pass
