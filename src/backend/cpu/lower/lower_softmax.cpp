// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/fused.h"
#include "kernel/softmax.h"

namespace tutti::backend::cpu {
namespace {

Run lower_softmax(Lowering& l) {
  const auto shape = activation_shape(l.operands[0].type);
  return [shape, x = l.operands[0].place, y = l.results[0].place](const Frame& f) {
    kernel::softmax(f.team, shape, at(f, x), at(f, y));
  };
}

Run lower_softmax_gradient(Lowering& l) {
  const auto shape = activation_shape(l.operands[0].type);
  return [shape, dy = l.operands[0].place, y = l.operands[1].place,
          dx = l.results[0].place](const Frame& f) {
    kernel::softmax_gradient(f.team, shape, at(f, dy), at(f, y), at(f, dx));
  };
}

}  // namespace

std::vector<Rule> softmax_rules() {
  return {{.op = "tutti.softmax",
           .lower = lower_softmax,
           .supports = takes_activation,
           .in_place = {0}},
          {.op = "tutti.softmax_gradient",
           .lower = lower_softmax_gradient,
           .supports = takes_activation,
           .in_place = {0}}};
}

}  // namespace tutti::backend::cpu
