// SPDX-License-Identifier: Apache-2.0
#include "kernel/cross_entropy.h"

#include <cmath>
#include <cstdlib>

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

float log_sum_exp(const float* logits, int64_t count) {
  const Floats d;
  const float largest = largest_of(d, logits, count);
  const FloatVector origin = hn::Set(d, largest);
  const float sum = sum_of(d, count, [&](int64_t i, auto extent) HWY_ATTR {
    return exponential(d, hn::Sub(load(d, logits + i, extent), origin));
  });
  return largest + std::log(sum);
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

HWY_EXPORT(log_sum_exp);
HWY_EXPORT(add_share);

namespace {

struct Range {
  int64_t target, first, last;  // flat indexes; `last` is one behind
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
    lse[feature] =
        HWY_DYNAMIC_DISPATCH(log_sum_exp)(input.logits + range.first, range.last - range.first);
    loss[feature] = lse[feature] - input.logits[range.target];
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

}  // namespace tutti::kernel
#endif
