// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/fused.h"
#include "kernel/softmax.h"

namespace tutti::backend::cpu {
namespace {

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
