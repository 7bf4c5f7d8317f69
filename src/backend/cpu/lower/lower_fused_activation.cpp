// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/lower_fused.h"
#include "kernel/bias_activation.h"
#include "kernel/embedding.h"
#include "kernel/layer_norm.h"
#include "kernel/softmax.h"

namespace tutti::backend::cpu {
namespace {

using ir::Operation;

Run lower_layer_norm(Lowering& l) {
  const RowShape shape(l.operands[0].type);
  const auto epsilon = static_cast<float>(l.op.float_attribute("epsilon"));
  return [shape, epsilon, x = l.operands[0].place, gamma = l.operands[1].place,
          beta = l.operands[2].place, y = l.results[0].place, mean = l.results[1].place,
          rstd = l.results[2].place](const Frame& f) {
    kernel::layer_norm(f.team, shape.element, at(f, x), at<float>(f, gamma), at<float>(f, beta),
                       epsilon, at(f, y), at<float>(f, mean), at<float>(f, rstd), shape.rows,
                       shape.channels);
  };
}

Run lower_rms_norm(Lowering& l) {
  const RowShape shape(l.operands[0].type);
  const auto epsilon = static_cast<float>(l.op.float_attribute("epsilon"));
  return [shape, epsilon, x = l.operands[0].place, gamma = l.operands[1].place,
          y = l.results[0].place, rstd = l.results[1].place](const Frame& f) {
    kernel::rms_norm(f.team, shape.element, at(f, x), at<float>(f, gamma), epsilon, at(f, y),
                     at<float>(f, rstd), shape.rows, shape.channels);
  };
}

Run lower_layer_norm_gradient(Lowering& l) {
  const RowShape shape(l.operands[0].type);
  return [shape, workspace = Workspace(l), dy = l.operands[0].place, x = l.operands[1].place,
          gamma = l.operands[2].place, mean = l.operands[3].place, rstd = l.operands[4].place,
          dx = l.results[0].place, dgamma = l.results[1].place,
          dbeta = l.results[2].place](const Frame& f) {
    kernel::layer_norm_gradient(f.team, shape.element, at(f, dy), at(f, x), at<float>(f, gamma),
                                at<float>(f, mean), at<float>(f, rstd), at(f, dx),
                                at<float>(f, dgamma), at<float>(f, dbeta), shape.rows,
                                shape.channels, workspace.in(f));
  };
}

int64_t layer_norm_gradient_bytes(const Lowering& l) {
  const RowShape shape(l.operands[0].type);
  return static_cast<int64_t>(
      kernel::layer_norm_gradient_workspace_bytes(shape.rows, shape.channels));
}

kernel::Activation activation_of(const Operation& op) {
  if (op.name().starts_with("tutti.bias_relu")) return kernel::Activation::relu;
  return op.string_attribute("approximate") == "tanh" ? kernel::Activation::gelu_tanh
                                                      : kernel::Activation::gelu;
}

Run lower_bias_activation(Lowering& l) {
  const RowShape shape(l.operands[0].type);
  return [shape, activation = activation_of(l.op), x = l.operands[0].place,
          bias = l.operands[1].place, y = l.results[0].place](const Frame& f) {
    kernel::bias_activation(f.team, activation, shape.element, at(f, x), at<float>(f, bias),
                            at(f, y), shape.rows, shape.channels);
  };
}

Run lower_bias_activation_gradient(Lowering& l) {
  const RowShape shape(l.operands[0].type);
  return [shape, activation = activation_of(l.op), workspace = Workspace(l),
          dy = l.operands[0].place, x = l.operands[1].place, bias = l.operands[2].place,
          dx = l.results[0].place, dbias = l.results[1].place](const Frame& f) {
    kernel::bias_activation_gradient(f.team, activation, shape.element, at(f, dy), at(f, x),
                                     at<float>(f, bias), at(f, dx), at<float>(f, dbias), shape.rows,
                                     shape.channels, workspace.in(f));
  };
}

int64_t bias_activation_gradient_bytes(const Lowering& l) {
  const RowShape shape(l.operands[0].type);
  return static_cast<int64_t>(
      kernel::bias_activation_gradient_workspace_bytes(shape.rows, shape.channels));
}

Run lower_softmax(Lowering& l) {
  const RowShape shape(l.operands[0].type);
  return [shape, x = l.operands[0].place, y = l.results[0].place](const Frame& f) {
    kernel::softmax(f.team, shape.element, at(f, x), at(f, y), shape.rows, shape.channels);
  };
}

Run lower_softmax_gradient(Lowering& l) {
  const RowShape shape(l.operands[0].type);
  return [shape, dy = l.operands[0].place, y = l.operands[1].place,
          dx = l.results[0].place](const Frame& f) {
    kernel::softmax_gradient(f.team, shape.element, at(f, dy), at(f, y), at(f, dx), shape.rows,
                             shape.channels);
  };
}

bool takes_embedding(const Operation& op) {
  return is_activation(op.operand_type(0)) && is_activation(op.result_type());
}

Run lower_embedding(Lowering& l) {
  const ir::Type &table = l.operands[0].type, &out = l.results[0].type;
  return [type = table.element, entries = table.dim(0), channels = table.dim(1),
          count = l.operands[1].type.count(), out_type = out.element, from = l.operands[0].place,
          ids = l.operands[1].place, to = l.results[0].place](const Frame& f) {
    kernel::embedding(f.team, type, at(f, from), entries, channels, at<int32_t>(f, ids), count,
                      out_type, at(f, to));
  };
}

bool takes_embedding_gradient(const Operation& op) {
  return is_activation(op.operand_type(0)) && op.result_type().element == ir::ElementType::f32;
}

Run lower_embedding_gradient(Lowering& l) {
  const ir::Type& table = l.results[0].type;
  return [type = l.operands[0].type.element, count = l.operands[1].type.count(),
          entries = table.dim(0), channels = table.dim(1), dy = l.operands[0].place,
          ids = l.operands[1].place, dtable = l.results[0].place](const Frame& f) {
    kernel::embedding_gradient(f.team, type, at(f, dy), at<int32_t>(f, ids), count, entries,
                               channels, at<float>(f, dtable));
  };
}

}  // namespace

std::vector<Rule> activation_rules() {
  std::vector<Rule> rules = {
      {.op = "tutti.layer_norm",
       .lower = lower_layer_norm,
       .supports = takes_activation,
       .in_place = {0}},
      {.op = "tutti.rms_norm",
       .lower = lower_rms_norm,
       .supports = takes_activation,
       .in_place = {0}},
      {.op = "tutti.layer_norm_gradient",
       .lower = lower_layer_norm_gradient,
       .supports = takes_activation,
       .workspace_bytes = layer_norm_gradient_bytes,
       .in_place = {0}},
      {.op = "tutti.softmax",
       .lower = lower_softmax,
       .supports = takes_activation,
       .in_place = {0}},
      {.op = "tutti.softmax_gradient",
       .lower = lower_softmax_gradient,
       .supports = takes_activation,
       .in_place = {0}},
      {.op = "tutti.embedding", .lower = lower_embedding, .supports = takes_embedding},
      {.op = "tutti.embedding_gradient",
       .lower = lower_embedding_gradient,
       .supports = takes_embedding_gradient},
  };
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
