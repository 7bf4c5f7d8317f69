// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/fused.h"
#include "kernel/layer_norm.h"
#include "kernel/row_blocks.h"

namespace tutti::backend::cpu {
namespace {

Run lower_layer_norm(Lowering& l) {
  const auto shape = activation_shape(l.operands[0].type);
  const auto epsilon = static_cast<float>(l.op.float_attribute("epsilon"));
  return [shape, epsilon, x = l.operands[0].place, gamma = l.operands[1].place,
          beta = l.operands[2].place, y = l.results[0].place, mean = l.results[1].place,
          rstd = l.results[2].place](const Frame& f) {
    kernel::layer_norm(f.team, shape,
                       {.x = at(f, x),
                        .gamma = at<float>(f, gamma),
                        .beta = at<float>(f, beta),
                        .epsilon = epsilon,
                        .y = at(f, y),
                        .mean = at<float>(f, mean),
                        .rstd = at<float>(f, rstd)});
  };
}

Run lower_rms_norm(Lowering& l) {
  const auto shape = activation_shape(l.operands[0].type);
  const auto epsilon = static_cast<float>(l.op.float_attribute("epsilon"));
  return [shape, epsilon, x = l.operands[0].place, gamma = l.operands[1].place,
          y = l.results[0].place, rstd = l.results[1].place](const Frame& f) {
    kernel::rms_norm(f.team, shape,
                     {.x = at(f, x),
                      .gamma = at<float>(f, gamma),
                      .epsilon = epsilon,
                      .y = at(f, y),
                      .rstd = at<float>(f, rstd)});
  };
}

Run lower_rms_norm_gradient(Lowering& l) {
  const auto shape = activation_shape(l.operands[0].type);
  const auto dgamma = l.op.result_count() > 1 ? std::optional(l.results[1].place) : std::nullopt;
  return [shape, dgamma, workspace = Workspace(l), dy = l.operands[0].place,
          x = l.operands[1].place, gamma = l.operands[2].place, rstd = l.operands[3].place,
          dx = l.results[0].place](const Frame& f) {
    kernel::rms_norm_gradient(f.team, shape,
                              {.dy = at(f, dy),
                               .x = at(f, x),
                               .gamma = at<float>(f, gamma),
                               .rstd = at<float>(f, rstd),
                               .dx = at(f, dx),
                               .dgamma = dgamma ? at<float>(f, *dgamma) : nullptr},
                              workspace.in(f));
  };
}

int64_t rms_norm_gradient_bytes(const Lowering& l) {
  if (l.op.result_count() == 1) return 0;
  const auto shape = activation_shape(l.operands[0].type);
  return static_cast<int64_t>(kernel::column_partials_bytes(shape.rows, shape.channels));
}

Run lower_layer_norm_gradient(Lowering& l) {
  const auto shape = activation_shape(l.operands[0].type);
  return [shape, workspace = Workspace(l), dy = l.operands[0].place, x = l.operands[1].place,
          gamma = l.operands[2].place, mean = l.operands[3].place, rstd = l.operands[4].place,
          dx = l.results[0].place, dgamma = l.results[1].place,
          dbeta = l.results[2].place](const Frame& f) {
    kernel::layer_norm_gradient(f.team, shape,
                                {.dy = at(f, dy),
                                 .x = at(f, x),
                                 .gamma = at<float>(f, gamma),
                                 .mean = at<float>(f, mean),
                                 .rstd = at<float>(f, rstd),
                                 .dx = at(f, dx),
                                 .dgamma = at<float>(f, dgamma),
                                 .dbeta = at<float>(f, dbeta)},
                                workspace.in(f));
  };
}

int64_t layer_norm_gradient_bytes(const Lowering& l) {
  const auto shape = activation_shape(l.operands[0].type);
  return static_cast<int64_t>(
      kernel::layer_norm_gradient_workspace_bytes(shape.rows, shape.channels));
}

}  // namespace

std::vector<Rule> layer_norm_rules() {
  return {{.op = "tutti.layer_norm",
           .lower = lower_layer_norm,
           .supports = takes_activation,
           .in_place = {0}},
          {.op = "tutti.rms_norm",
           .lower = lower_rms_norm,
           .supports = takes_activation,
           .in_place = {0}},
          {.op = "tutti.rms_norm_gradient",
           .lower = lower_rms_norm_gradient,
           .supports = takes_activation,
           .workspace_bytes = rms_norm_gradient_bytes,
           .in_place = {0}},
          {.op = "tutti.layer_norm_gradient",
           .lower = lower_layer_norm_gradient,
           .supports = takes_activation,
           .workspace_bytes = layer_norm_gradient_bytes,
           .in_place = {0}}};
}

}  // namespace tutti::backend::cpu
