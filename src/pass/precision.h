// SPDX-License-Identifier: Apache-2.0
// Mixed precision: activations and matrix products in fewer bits, sums and everything else in
// float32.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/op_def.h"

namespace tutti::pass {

/// The precision in which a model computes. Parameters, optimizer state and sums always stay
/// float32.
enum class Precision { f32, bf16, fp16 };

/// "bf16", as in flags and run files.
std::string_view name_of(Precision precision);
/// The names of all, in the order of the enum.
std::vector<std::string> precision_names();
/// The precision of that name, which must be one of precision_names().
Precision precision_named(std::string_view name);
/// The element type of activations and of the operands of products.
ir::ElementType element_of(Precision precision);

/// Converts the operands that ops name in `low_precision_operands` from f32 to the precision's
/// element type, and their float results with them. Ops with `follows_low_precision` compute in
/// that type if an operand has it; all others get operands that are converted back to float32, and
/// so do the results of functions. Arguments keep their types. This runs before differentiation, so
/// that a gradient has the type of the value that it belongs to. Precision::f32 changes nothing.
ir::Module use_precision(ir::Module module, Precision precision, const ir::Catalogue& catalogue);

/// Lets a product have an f32 result if it would be rounded to the precision's element type and
/// then converted to f32, and leaves that rounding out where a result is f32 already. So the
/// gradients of float32 parameters keep the precision of their sums.
ir::Module widen_products(ir::Module module, Precision precision, const ir::Catalogue& catalogue);

/// Gives the precision's element type to each parameter (by `tutti.role`) that is only used after a
/// conversion to it. The caller, who runs the function often, then converts it once.
ir::Module narrow_parameters(ir::Module module, Precision precision,
                             const ir::Catalogue& catalogue);

}  // namespace tutti::pass
