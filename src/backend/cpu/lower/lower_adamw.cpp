// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "backend/cpu/lower/fused.h"
#include "backend/cpu/lower/lower.h"
#include "kernel/adamw.h"

namespace tutti::backend::cpu {
namespace {

/// The kernel works in place: parameter and moments are first copied to the results, where those
/// have memory of their own.
Run lower_adamw(Lowering& l) {
  kernel::AdamwStep rates = {};
  rates.beta1 = l.op.float_attribute("beta1");
  rates.beta2 = l.op.float_attribute("beta2");
  rates.epsilon = l.op.float_attribute("epsilon");
  rates.weight_decay = l.op.float_attribute("weight_decay");
  constexpr size_t kStates[] = {0, 2, 3};  // operands of which the results are new values
  std::array<Place, 3> from, to;
  std::array<Run, 3> copies;
  for (size_t i = 0; i < 3; i++) {
    from[i] = l.operands[kStates[i]].place;
    to[i] = l.results[i].place;
    copies[i] = lower_copy(l.operands[kStates[i]], l.results[i]);
  }
  std::array<Place, 4> scalars;
  for (size_t i = 0; i < 4; i++) scalars[i] = l.operands[4 + i].place;
  return [rates, from, to, copies, scalars, gradient = l.operands[1].place,
          finite = l.operands[8].place, count = l.operands[0].type.count()](const Frame& f) {
    for (size_t i = 0; i < 3; i++)
      if (f.at(from[i]) != f.at(to[i])) copies[i](f);
    if (*at<uint8_t>(f, finite) == 0) return;
    kernel::AdamwStep step = rates;
    step.learning_rate = *at<float>(f, scalars[0]);
    step.clip = *at<float>(f, scalars[1]);
    step.correction1 = *at<float>(f, scalars[2]);
    step.correction2 = *at<float>(f, scalars[3]);
    kernel::adamw(f.team, step, at<float>(f, gradient), at<float>(f, to[0]), at<float>(f, to[1]),
                  at<float>(f, to[2]), count);
  };
}

}  // namespace

std::vector<Rule> adamw_rules() {
  return {
      {.op = "tutti.adamw", .lower = lower_adamw, .supports = all_float32, .in_place = {0, 2, 3}}};
}

}  // namespace tutti::backend::cpu
