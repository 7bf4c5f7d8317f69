// SPDX-License-Identifier: Apache-2.0
#include "kernel/rotary.h"

#include "kernel/row_blocks.h"
#include "kernel/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/rotary.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

template <class Element>
void rotate_head(const Element* x, const float* cosine, const float* sine, float sign, int64_t half,
                 Element* y) {
  const Floats d;
  const FloatVector signs = hn::Set(d, sign);
  each_vector(d, half, [&](int64_t i, auto extent) HWY_ATTR {
    const FloatVector first = load(d, x + i, extent), second = load(d, x + half + i, extent);
    const FloatVector c = load(d, cosine + i, extent);
    const FloatVector s = hn::Mul(load(d, sine + i, extent), signs);
    store(d, hn::Sub(hn::Mul(first, c), hn::Mul(second, s)), y + i, extent);
    store(d, hn::Add(hn::Mul(second, c), hn::Mul(first, s)), y + half + i, extent);
  });
}

template <class Element>
void rotate_typed(const Rotary& t, int64_t first, int64_t last) {
  const int64_t half = t.dim / 2;
  for (int64_t token = first; token < last; token++)
    for (int64_t head = 0; head < t.heads; head++) {
      const int64_t at = (token * t.heads + head) * t.dim;
      rotate_head(static_cast<const Element*>(t.x) + at, t.cosine + token * half,
                  t.sine + token * half, t.inverse ? -1.0f : 1.0f, half,
                  static_cast<Element*>(t.y) + at);
    }
}

void rotate_tokens(const Rotary& t, int64_t first, int64_t last) {
  if (t.type == ir::ElementType::f32)
    rotate_typed<float>(t, first, last);
  else
    rotate_typed<Bfloat16>(t, first, last);
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(rotate_tokens);

void rotary(Team& team, const Rotary& tensors) {
  check_activation_type(tensors.type);
  each_row_block(team, tensors.tokens, [&](int64_t first, int64_t last, int64_t) {
    HWY_DYNAMIC_DISPATCH(rotate_tokens)(tensors, first, last);
  });
}

}  // namespace tutti::kernel
#endif  // HWY_ONCE
