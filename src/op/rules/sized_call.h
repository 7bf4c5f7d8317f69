// SPDX-License-Identifier: Apache-2.0
// Custom calls that take sizes as operands, as JAX exports programs with symbolic sizes.
#pragma once

#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

/// Whether the last operands are the shapes of the results (`indices_of_shape_operands`), or the
/// call is @stablehlo.dynamic_reduce_window, whose window is in operands.
bool is_sized_call(const Operation& op);
/// By the call that lacks these operands.
std::vector<Array> evaluate_sized_call(const Operation& op, Operands in, Evaluation& evaluation);
/// The same where the sizes are known; empty if they are not.
std::vector<Value> emit_sized_call(Builder& b, const Operation& op);

}  // namespace tutti::op
