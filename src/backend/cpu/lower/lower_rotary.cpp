// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/fused.h"
#include "kernel/rotary.h"

namespace tutti::backend::cpu {
namespace {

Run lower_rotary(Lowering& l) {
  const ir::Type& type = l.operands[0].type;
  const kernel::Rotary shape = {.type = type.element,
                                .tokens = type.dim(0) * type.dim(1),
                                .heads = type.dim(2),
                                .dim = type.dim(3),
                                .cosine = nullptr,
                                .sine = nullptr,
                                .inverse = l.op.bool_attribute("inverse", false),
                                .x = nullptr,
                                .y = nullptr};
  return [shape, x = l.operands[0].place, cosine = l.operands[1].place, sine = l.operands[2].place,
          y = l.results[0].place](const Frame& f) {
    kernel::Rotary tensors = shape;
    tensors.x = at(f, x);
    tensors.cosine = at<float>(f, cosine);
    tensors.sine = at<float>(f, sine);
    tensors.y = at(f, y);
    kernel::rotary(f.team, tensors);
  };
}

}  // namespace

std::vector<Rule> rotary_rules() {
  return {
      {.op = "tutti.rotary", .lower = lower_rotary, .supports = takes_activation, .in_place = {0}}};
}

}  // namespace tutti::backend::cpu
