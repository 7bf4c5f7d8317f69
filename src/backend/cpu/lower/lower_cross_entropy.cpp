// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/fused.h"
#include "kernel/cross_entropy.h"

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
  return [shape = activation_shape(l.operands[0].type), logits = l.operands[0].place,
          label = l.operands[1].place, loss = l.results[0].place,
          lse = l.results[1].place](const Frame& f) {
    kernel::softmax_cross_entropy(
        f.team, {at<float>(f, logits), at<int32_t>(f, label), shape.rows, shape.channels},
        at<float>(f, loss), at<float>(f, lse));
  };
}

}  // namespace

std::vector<Rule> cross_entropy_rules() {
  return {{.op = "tutti.cross_entropy", .lower = lower_cross_entropy, .supports = all_float32},
          {.op = "tutti.cross_entropy_gradient",
           .lower = lower_cross_entropy_gradient,
           .supports = all_float32},
          {.op = "tutti.softmax_cross_entropy",
           .lower = lower_softmax_cross_entropy,
           .supports = all_float32}};
}

}  // namespace tutti::backend::cpu
