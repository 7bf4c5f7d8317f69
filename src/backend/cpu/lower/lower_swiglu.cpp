// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/fused.h"
#include "kernel/swiglu.h"

namespace tutti::backend::cpu {
namespace {

Run lower_swiglu(Lowering& l) {
  const ir::Type& type = l.results[0].type;
  return [element = type.element, count = type.count(), gate = l.operands[0].place,
          up = l.operands[1].place, y = l.results[0].place](const Frame& f) {
    kernel::swiglu(f.team, element, count, at(f, gate), at(f, up), at(f, y));
  };
}

Run lower_swiglu_gradient(Lowering& l) {
  const ir::Type& type = l.results[0].type;
  return [element = type.element, count = type.count(), dy = l.operands[0].place,
          gate = l.operands[1].place, up = l.operands[2].place, dgate = l.results[0].place,
          dup = l.results[1].place](const Frame& f) {
    kernel::swiglu_gradient(f.team, element, count,
                            {.dy = at(f, dy),
                             .gate = at(f, gate),
                             .up = at(f, up),
                             .dgate = at(f, dgate),
                             .dup = at(f, dup)});
  };
}

/// The kernel is of one activation; others are decomposed.
bool takes_silu(const ir::Operation& op) {
  const ir::Attribute* activation = op.attributes.find("activation");
  return takes_activation(op) && (!activation || op.string_attribute("activation") == "silu");
}

}  // namespace

std::vector<Rule> swiglu_rules() {
  return {{.op = "tutti.swiglu",
           .lower = lower_swiglu,
           .supports = takes_silu,
           .in_place = {kAnyOperand}},
          {.op = "tutti.swiglu_gradient",
           .lower = lower_swiglu_gradient,
           .supports = takes_silu,
           .in_place = {1, 2}}};
}

}  // namespace tutti::backend::cpu
