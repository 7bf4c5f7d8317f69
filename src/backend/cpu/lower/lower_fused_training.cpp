// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/lower_fused.h"
#include "kernel/adamw.h"
#include "kernel/cross_entropy.h"
#include "kernel/squared_norm.h"

namespace tutti::backend::cpu {
namespace {

/// What tutti.cross_entropy and its gradient share: logits, segment and target, from operand
/// `first` on.
struct Logits {
  Logits(const Lowering& l, size_t first)
      : rows(l.operands[first].type.dim(0)),
        length(l.operands[first].type.dim(1)),
        features(l.operands[first + 2].type.dim(0)),
        logits(l.operands[first].place),
        segment(l.operands[first + 1].place),
        target(l.operands[first + 2].place) {}

  kernel::SegmentLogits in(const Frame& f) const {
    return {at<float>(f, logits),
            at<int32_t>(f, segment),
            rows,
            length,
            at<int32_t>(f, target),
            features};
  }

  int64_t rows, length, features;
  Place logits, segment, target;
};

Run lower_cross_entropy(Lowering& l) {
  return
      [logits = Logits(l, 0), loss = l.results[0].place, lse = l.results[1].place](const Frame& f) {
        kernel::cross_entropy(f.team, logits.in(f), at<float>(f, loss), at<float>(f, lse));
      };
}

Run lower_cross_entropy_gradient(Lowering& l) {
  return [logits = Logits(l, 1), dloss = l.operands[0].place, lse = l.operands[4].place,
          dlogits = l.results[0].place](const Frame& f) {
    kernel::cross_entropy_gradient(f.team, logits.in(f), at<float>(f, lse), at<float>(f, dloss),
                                   at<float>(f, dlogits));
  };
}

Run lower_softmax_cross_entropy(Lowering& l) {
  return [shape = RowShape(l.operands[0].type), logits = l.operands[0].place,
          label = l.operands[1].place, loss = l.results[0].place,
          lse = l.results[1].place](const Frame& f) {
    kernel::softmax_cross_entropy(
        f.team, {at<float>(f, logits), at<int32_t>(f, label), shape.rows, shape.channels},
        at<float>(f, loss), at<float>(f, lse));
  };
}

std::vector<kernel::FloatTensor> without_data(const Lowering& l) {
  std::vector<kernel::FloatTensor> tensors;
  for (const View& view : l.operands) tensors.push_back({nullptr, view.type.count()});
  return tensors;
}

Run lower_squared_norm(Lowering& l) {
  std::vector<Place> places;
  for (const View& view : l.operands) places.push_back(view.place);
  return [places, tensors = without_data(l), workspace = Workspace(l),
          result = l.results[0].place](const Frame& f) mutable {
    for (size_t i = 0; i < places.size(); i++) tensors[i].data = at<float>(f, places[i]);
    *at<float>(f, result) =
        static_cast<float>(kernel::squared_norm(f.team, tensors, workspace.in(f)));
  };
}

int64_t squared_norm_bytes(const Lowering& l) {
  return static_cast<int64_t>(kernel::squared_norm_workspace_bytes(without_data(l)));
}

/// The kernel works in place: parameter and moments are moved to the results first where those lie
/// elsewhere.
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

std::vector<Rule> training_rules() {
  return {
      {.op = "tutti.cross_entropy", .lower = lower_cross_entropy, .supports = all_float32},
      {.op = "tutti.cross_entropy_gradient",
       .lower = lower_cross_entropy_gradient,
       .supports = all_float32},
      {.op = "tutti.softmax_cross_entropy",
       .lower = lower_softmax_cross_entropy,
       .supports = all_float32},
      {.op = "tutti.squared_norm",
       .lower = lower_squared_norm,
       .supports = all_float32,
       .workspace_bytes = squared_norm_bytes},
      {.op = "tutti.adamw", .lower = lower_adamw, .supports = all_float32, .in_place = {0, 2, 3}},
  };
}

}  // namespace tutti::backend::cpu
