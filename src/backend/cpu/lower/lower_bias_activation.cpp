// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/fused.h"
#include "kernel/bias_activation.h"

namespace tutti::backend::cpu {
namespace {

using ir::Operation;

kernel::Activation activation_of(const Operation& op) {
  if (op.name().starts_with("tutti.bias_relu")) return kernel::Activation::relu;
  return op.string_attribute("approximate") == "tanh" ? kernel::Activation::gelu_tanh
                                                      : kernel::Activation::gelu;
}

Run lower_bias_activation(Lowering& l) {
  const auto shape = activation_shape(l.operands[0].type);
  return [shape, activation = activation_of(l.op), x = l.operands[0].place,
          bias = l.operands[1].place, y = l.results[0].place](const Frame& f) {
    kernel::bias_activation(f.team, activation, shape, at(f, x), at<float>(f, bias), at(f, y));
  };
}

Run lower_bias_activation_gradient(Lowering& l) {
  const auto shape = activation_shape(l.operands[0].type);
  return [shape, activation = activation_of(l.op), workspace = Workspace(l),
          dy = l.operands[0].place, x = l.operands[1].place, bias = l.operands[2].place,
          dx = l.results[0].place, dbias = l.results[1].place](const Frame& f) {
    kernel::bias_activation_gradient(f.team, activation, shape,
                                     {.dy = at(f, dy),
                                      .x = at(f, x),
                                      .bias = at<float>(f, bias),
                                      .dx = at(f, dx),
                                      .dbias = at<float>(f, dbias)},
                                     workspace.in(f));
  };
}

int64_t bias_activation_gradient_bytes(const Lowering& l) {
  const auto shape = activation_shape(l.operands[0].type);
  return static_cast<int64_t>(
      kernel::bias_activation_gradient_workspace_bytes(shape.rows, shape.channels));
}

}  // namespace

std::vector<Rule> bias_activation_rules() {
  std::vector<Rule> rules;
  for (const std::string_view name : {"tutti.bias_gelu", "tutti.bias_relu"})
    rules.push_back({.op = name,
                     .lower = lower_bias_activation,
                     .supports = takes_activation,
                     .in_place = {0}});
  for (const std::string_view name : {"tutti.bias_gelu_gradient", "tutti.bias_relu_gradient"})
    rules.push_back({.op = name,
                     .lower = lower_bias_activation_gradient,
                     .supports = takes_activation,
                     .workspace_bytes = bias_activation_gradient_bytes,
                     .in_place = {0}});
  return rules;
}

}  // namespace tutti::backend::cpu
