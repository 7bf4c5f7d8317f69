// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/dropout_mask.h"

namespace tutti::backend::cpu {
namespace {

using ir::Operation;

bool takes_dropout(const Operation& op) {
  return is_activation(op.operand_type(0)) &&
         op.operand_type(0).shape.back() <= kernel::kMaxDropoutChannels;
}

Run lower_dropout(Lowering& l) {
  const auto shape = activation_shape(l.operands[0].type);
  return [shape, mask = DropoutMask(l, 1), x = l.operands[0].place, y = l.results[0].place](
             const Frame& f) { kernel::dropout(f.team, shape, mask.in(f), at(f, x), at(f, y)); };
}

Run lower_bias_dropout_residual(Lowering& l) {
  const auto shape = activation_shape(l.operands[0].type);
  return [shape, mask = DropoutMask(l, 3), x = l.operands[0].place, bias = l.operands[1].place,
          residual = l.operands[2].place, y = l.results[0].place](const Frame& f) {
    kernel::bias_dropout_residual(f.team, shape, mask.in(f), at(f, x), at<float>(f, bias),
                                  at(f, residual), at(f, y));
  };
}

Run lower_bias_dropout_gradient(Lowering& l) {
  const auto shape = activation_shape(l.operands[0].type);
  return [shape, mask = DropoutMask(l, 1), workspace = Workspace(l), dy = l.operands[0].place,
          dx = l.results[0].place, dbias = l.results[1].place](const Frame& f) {
    kernel::bias_dropout_residual_gradient(f.team, shape, mask.in(f), at(f, dy), at(f, dx),
                                           at<float>(f, dbias), workspace.in(f));
  };
}

int64_t bias_dropout_gradient_bytes(const Lowering& l) {
  const auto shape = activation_shape(l.operands[0].type);
  return static_cast<int64_t>(
      kernel::bias_dropout_residual_gradient_workspace_bytes(shape.rows, shape.channels));
}

}  // namespace

std::vector<Rule> dropout_rules() {
  return {
      {.op = "tutti.dropout", .lower = lower_dropout, .supports = takes_dropout, .in_place = {0}},
      {.op = "tutti.bias_dropout_residual",
       .lower = lower_bias_dropout_residual,
       .supports = takes_dropout,
       .in_place = {0}},
      {.op = "tutti.bias_dropout_gradient",
       .lower = lower_bias_dropout_gradient,
       .supports = takes_dropout,
       .workspace_bytes = bias_dropout_gradient_bytes,
       .in_place = {0}}};
}

}  // namespace tutti::backend::cpu
