// SPDX-License-Identifier: Apache-2.0
#include "kernel/adamw.h"

#include <cmath>

#include "base/rounding.h"
#include "kernel/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/adamw.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

/// A vector whose lanes are all this factor of the update.
HWY_INLINE FloatVector all_lanes(Floats d, double factor) {
  return hn::Set(d, static_cast<float>(factor));
}

void update(const AdamwStep& step, const float* gradient, float* parameter, float* m, float* v,
            int64_t count) {
  const Floats d;
  const FloatVector clip = all_lanes(d, step.clip);
  const FloatVector beta1 = all_lanes(d, step.beta1);
  const FloatVector beta2 = all_lanes(d, step.beta2);
  const FloatVector rest1 = all_lanes(d, 1 - step.beta1);
  const FloatVector rest2 = all_lanes(d, 1 - step.beta2);
  const FloatVector root2 = all_lanes(d, std::sqrt(step.correction2));
  const FloatVector epsilon = all_lanes(d, step.epsilon);
  const FloatVector decay = all_lanes(d, 1 - step.learning_rate * step.weight_decay);
  const FloatVector rate = all_lanes(d, step.learning_rate / step.correction1);
  each_vector(d, count, [&](int64_t i, auto extent) HWY_ATTR {
    const FloatVector g = hn::Mul(load(d, gradient + i, extent), clip);
    const FloatVector m_new = hn::MulAdd(beta1, load(d, m + i, extent), hn::Mul(rest1, g));
    const FloatVector v_new =
        hn::MulAdd(beta2, load(d, v + i, extent), hn::Mul(rest2, hn::Mul(g, g)));
    const FloatVector divisor = hn::Add(hn::Div(hn::Sqrt(v_new), root2), epsilon);
    const FloatVector decayed = hn::Mul(load(d, parameter + i, extent), decay);
    const FloatVector p_new = hn::NegMulAdd(rate, hn::Div(m_new, divisor), decayed);
    store(d, m_new, m + i, extent);
    store(d, v_new, v + i, extent);
    store(d, p_new, parameter + i, extent);
  });
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(update);

void adamw(Team& team, const AdamwStep& step, const float* gradient, float* parameter, float* m,
           float* v, int64_t count) {
  constexpr int64_t kChunk = 16384;
  auto task = [&](int64_t chunk, int) {
    const int64_t first = chunk * kChunk;
    HWY_DYNAMIC_DISPATCH(update)
    (step, gradient + first, parameter + first, m + first, v + first,
     std::min(kChunk, count - first));
  };
  team.run(divide_up(count, kChunk), task);
}

}  // namespace tutti::kernel
#endif
