// SPDX-License-Identifier: Apache-2.0
#include "kernel/cross_entropy.h"

#include <cmath>
#include <cstdlib>

#include "base/rounding.h"
#include "kernel/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/cross_entropy.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

/// sum(e^(logits - origin))
float sum_of_powers(const float* logits, int64_t count, float origin) {
  const Floats d;
  const FloatVector origins = hn::Set(d, origin);
  return sum_of(d, count, [&](int64_t i, auto extent) HWY_ATTR {
    return exponential(d, hn::Sub(load(d, logits + i, extent), origins));
  });
}

struct Score {
  float loss, lse;
};

Score score(const float* logits, int64_t count, float labelled) {
  const float largest = largest_of(Floats(), logits, count);
  // Infinity minus infinity is NaN.
  const float origin = std::isfinite(largest) ? largest : 0;
  const float log_sum = std::log(sum_of_powers(logits, count, origin));
  // Not lse - logit: a small loss of large logits would be lost.
  return {origin - labelled + log_sum, origin + log_sum};
}

void score_range(const float* logits, int64_t count, float labelled, float* loss, float* lse) {
  const Score found = score(logits, count, labelled);
  *loss = found.loss;
  *lse = found.lse;
}

void score_rows(const LabelledLogits& input, int64_t first, int64_t last, float* loss, float* lse) {
  for (int64_t row = first; row < last; row++) {
    const float* logits = input.logits + row * input.classes;
    const int64_t label = input.label[row];
    const bool has_label = label >= 0 && label < input.classes;
    const Score found = score(logits, input.classes, has_label ? logits[label] : 0);
    lse[row] = found.lse;
    loss[row] = has_label ? found.loss : 0;
  }
}

/// dlogits += dloss * e^(logits - lse)
void add_share(const float* logits, int64_t count, float lse, float dloss, float* dlogits) {
  const Floats d;
  const FloatVector origin = hn::Set(d, lse);
  const FloatVector factor = hn::Set(d, dloss);
  each_vector(d, count, [&](int64_t i, auto extent) HWY_ATTR {
    const FloatVector share = exponential(d, hn::Sub(load(d, logits + i, extent), origin));
    add_to(d, dlogits + i, hn::Mul(share, factor), extent);
  });
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(score_range);
HWY_EXPORT(add_share);
HWY_EXPORT(score_rows);

namespace {

/// The rows of a task, so that tasks have about as many logits each.
constexpr int64_t kTaskLogits = 1 << 14;

struct Range {
  int64_t target, first, last;  // flat indexes; `last` is one past the end
  bool empty() const { return first == last; }
};

int64_t target_of(const SegmentLogits& input, int64_t feature) {
  return std::clamp<int64_t>(input.target[feature], 0, input.rows * input.length - 1);
}

Range segment_around(const SegmentLogits& input, int64_t target) {
  // Wide, because the smallest int32 has no absolute value of its own width.
  const auto id = [&](int64_t index) { return std::abs(int64_t{input.segment[index]}); };
  const int64_t row_first = target / input.length * input.length;
  if (input.segment[target] == 0) return {target, target, target};
  Range range = {target, target, target + 1};
  while (range.first > row_first && id(range.first - 1) == id(target)) range.first--;
  while (range.last < row_first + input.length && id(range.last) == id(target)) range.last++;
  return range;
}

}  // namespace

void cross_entropy(Team& team, const SegmentLogits& input, float* loss, float* lse) {
  check(input.features == 0 || input.rows * input.length > 0, "a cross-entropy has no logits");
  auto task = [&](int64_t feature, int) {
    const Range range = segment_around(input, target_of(input, feature));
    if (range.empty()) {
      loss[feature] = lse[feature] = 0;
      return;
    }
    HWY_DYNAMIC_DISPATCH(score_range)
    (input.logits + range.first, range.last - range.first, input.logits[range.target],
     loss + feature, lse + feature);
  };
  team.run(input.features, task);
}

void cross_entropy_gradient(Team& team, const SegmentLogits& input, const float* lse,
                            const float* dloss, float* dlogits) {
  auto task = [&](int64_t row, int) {
    std::fill(dlogits + row * input.length, dlogits + (row + 1) * input.length, 0.0f);
    for (int64_t feature = 0; feature < input.features; feature++) {
      const int64_t target = target_of(input, feature);
      if (dloss[feature] == 0 || target / input.length != row) continue;
      const Range range = segment_around(input, target);
      if (range.empty()) continue;
      HWY_DYNAMIC_DISPATCH(add_share)
      (input.logits + range.first, range.last - range.first, lse[feature], dloss[feature],
       dlogits + range.first);
      dlogits[target] -= dloss[feature];
    }
  };
  team.run(input.length > 0 ? input.rows : 0, task);
}

void softmax_cross_entropy(Team& team, const LabelledLogits& input, float* loss, float* lse) {
  check(input.classes > 0, "a softmax cross-entropy has no classes");
  const int64_t rows = std::max<int64_t>(1, kTaskLogits / input.classes);
  auto task = [&](int64_t block, int) {
    HWY_DYNAMIC_DISPATCH(score_rows)
    (input, block * rows, std::min(input.rows, (block + 1) * rows), loss, lse);
  };
  team.run(divide_up(input.rows, rows), task);
}

}  // namespace tutti::kernel
#endif
