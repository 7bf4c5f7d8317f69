// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/fused.h"
#include "kernel/resolvent_diagonal.h"

namespace tutti::backend::cpu {
namespace {

kernel::ResolventShape resolvent_shape(const Lowering& l, size_t first) {
  const auto activation = activation_shape(l.operands[first].type);
  return {.rows = activation.rows,
          .length = activation.channels,
          .z_real = l.op.float_attribute("z_real"),
          .z_imaginary = l.op.float_attribute("z_imaginary"),
          .is_causal = l.op.bool_attribute("causal"),
          .shares_couplings = l.operands[first + 1].type.rank() == 1};
}

kernel::ResolventMatrix matrix_at(const Frame& f, const Place& a, const Place& b, const Place& c) {
  return {.a = at<float>(f, a), .b = at<float>(f, b), .c = at<float>(f, c)};
}

Run lower_resolvent_diagonal(Lowering& l) {
  return [shape = resolvent_shape(l, 0), workspace = Workspace(l), a = l.operands[0].place,
          b = l.operands[1].place, c = l.operands[2].place, real = l.results[0].place,
          imaginary = l.results[1].place](const Frame& f) {
    kernel::resolvent_diagonal(f.team, shape, matrix_at(f, a, b, c), at<float>(f, real),
                               at<float>(f, imaginary), workspace.in(f));
  };
}

int64_t resolvent_bytes(const Lowering& l) {
  return static_cast<int64_t>(kernel::resolvent_workspace_bytes(resolvent_shape(l, 0), l.workers));
}

Run lower_resolvent_gradient(Lowering& l) {
  const bool has_couplings = l.op.bool_attribute("couplings");
  return [shape = resolvent_shape(l, 2), workspace = Workspace(l), has_couplings,
          w_real = l.operands[0].place, w_imaginary = l.operands[1].place, a = l.operands[2].place,
          b = l.operands[3].place, c = l.operands[4].place, da = l.results[0].place,
          db = l.results[has_couplings ? 1 : 0].place,
          dc = l.results[has_couplings ? 2 : 0].place](const Frame& f) {
    kernel::resolvent_diagonal_gradient(f.team, shape, matrix_at(f, a, b, c),
                                        {.w_real = at<float>(f, w_real),
                                         .w_imaginary = at<float>(f, w_imaginary),
                                         .da = at<float>(f, da),
                                         .db = has_couplings ? at<float>(f, db) : nullptr,
                                         .dc = has_couplings ? at<float>(f, dc) : nullptr},
                                        workspace.in(f));
  };
}

int64_t resolvent_gradient_bytes(const Lowering& l) {
  return static_cast<int64_t>(kernel::resolvent_gradient_workspace_bytes(
      resolvent_shape(l, 2), l.op.bool_attribute("couplings"), l.workers));
}

}  // namespace

std::vector<Rule> resolvent_diagonal_rules() {
  return {{.op = "tutti.resolvent_diagonal",
           .lower = lower_resolvent_diagonal,
           .supports = all_float32,
           .workspace_bytes = resolvent_bytes},
          {.op = "tutti.resolvent_diagonal_gradient",
           .lower = lower_resolvent_gradient,
           .supports = all_float32,
           .workspace_bytes = resolvent_gradient_bytes}};
}

}  // namespace tutti::backend::cpu
