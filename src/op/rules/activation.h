// SPDX-License-Identifier: Apache-2.0
// Activations after a bias: the rules that tutti.bias_gelu, tutti.bias_relu and their gradients
// share.
#pragma once

#include "op/rules/common.h"

namespace tutti::op {

/// An activation and its slope, in numbers and as emitted operations.
struct Activation {
  double (*value)(double u);
  double (*slope)(double u);
  Value (*emit_value)(Builder& b, Value u);
  Value (*emit_slope)(Builder& b, Value u);
};

/// u (1 + erf(u / sqrt(2))) / 2. If the attribute `approximate` is "tanh" instead of "none", then
/// tanh(sqrt(2 / pi) (u + 0.044715 u^3)) replaces the erf.
const Activation& gelu_of(const Operation& op);
/// Of a gated op's attribute `activation`: "gelu" or "gelu_tanh", or "silu", u sigmoid(u), which it
/// is where it is absent. Violations name constraint `number` of the op.
const Activation& gate_of(const Operation& op, int number);
/// max(u, 0); its slope at 0 is 0.
const Activation& relu_of(const Operation& op);

using ActivationOf = const Activation& (*)(const Operation& op);

/// (x [..., F], bias [F]) -> activation(x + bias). The bias has the type of statistics.
OpDef bias_activation(std::string_view name, std::string_view gradient_name, ActivationOf which);
/// (dy, x [..., F], bias [F]) -> dx = dy activation'(x + bias), dbias = sum(dx).
OpDef bias_activation_gradient(std::string_view name, ActivationOf which);

}  // namespace tutti::op
