// SPDX-License-Identifier: Apache-2.0
// What the patterns of GELU and of its gradient share.
#pragma once

#include <numbers>
#include <string_view>

#include "ir/builder.h"
#include "pass/values.h"

namespace tutti::pass {

inline constexpr double kRootHalf = std::numbers::sqrt2 / 2;
/// The coefficient of x^3 in GELU's approximation by tanh.
inline constexpr double kGeluCubic = 0.044715;

/// Where a value is twice the probability that a standard normal variable is below x, 1 + erf(x /
/// sqrt(2)): "none" for that formula, "tanh" for its approximation. Empty for any other value.
std::string_view twice_share_below(ir::Value value, ir::Value x);

/// The zeros that replace the bias of tutti.bias_gelu if a program has none.
ir::Value no_bias(ir::Builder& b, ir::Value x);

}  // namespace tutti::pass
