// SPDX-License-Identifier: Apache-2.0
// Ops that mean nothing else than other ops: their decomposition is their meaning and, by it, their
// derivative.
#pragma once

#include "ir/builder.h"
#include "op/rules/common.h"

namespace tutti::op {

using Decompose = std::function<std::vector<Value>(Builder&, const Operation&)>;

/// Runs an operation's decomposition.
std::vector<Array> evaluate_decomposition(const Operation& op, Operands in, Evaluation& evaluation);

/// An op that is `decompose` under another name.
OpDef derived(std::string_view name, std::string_view assembly, Infer infer, Decompose decompose);

}  // namespace tutti::op
