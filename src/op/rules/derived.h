// SPDX-License-Identifier: Apache-2.0
// Ops that are defined by their decomposition, which also differentiates them.
#pragma once

#include "ir/builder.h"
#include "op/rules/common.h"

namespace tutti::op {

using Decompose = std::function<std::vector<Value>(Builder&, const Operation&)>;

/// Evaluates what an operation decomposes into.
std::vector<Array> evaluate_decomposition(const Operation& op, Operands in, Evaluation& evaluation);

/// An op that is defined by `decompose`.
OpDef derived(std::string_view name, std::string_view assembly, Infer infer, Decompose decompose);

}  // namespace tutti::op
