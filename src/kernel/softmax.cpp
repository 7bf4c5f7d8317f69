// SPDX-License-Identifier: Apache-2.0
#include "kernel/softmax.h"

#include "kernel/row_blocks.h"
#include "kernel/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/softmax.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

template <class Element>
void softmax_row(const Element* x, Element* y, int64_t length) {
  const Floats d;
  const FloatVector largest = hn::Set(d, largest_of(d, x, length));
  const auto power_at = [&](int64_t i, auto extent) HWY_ATTR {
    return exponential(d, hn::Sub(load(d, x + i, extent), largest));
  };
  const float sum = sum_of(d, length, power_at);
  const FloatVector factor = hn::Set(d, 1 / sum);
  // The powers are computed again rather than kept in y, which may be too narrow for them.
  each_vector(d, length, [&](int64_t i, auto extent) HWY_ATTR {
    store(d, hn::Mul(power_at(i, extent), factor), y + i, extent);
  });
}

template <class Element>
void differentiate_row(const Element* dy, const Element* y, Element* dx, int64_t length) {
  const Floats d;
  const float sum = sum_of(d, length, [&](int64_t i, auto extent) HWY_ATTR {
    return hn::Mul(load(d, dy + i, extent), load(d, y + i, extent));
  });
  const FloatVector mean = hn::Set(d, sum);
  each_vector(d, length, [&](int64_t i, auto extent) HWY_ATTR {
    const FloatVector change = hn::Sub(load(d, dy + i, extent), mean);
    store(d, hn::Mul(load(d, y + i, extent), change), dx + i, extent);
  });
}

void softmax_rows(ir::ElementType type, const void* x, void* y, int64_t first, int64_t last,
                  int64_t length) {
  for (int64_t start = first * length; start < last * length; start += length) {
    if (type == ir::ElementType::f32)
      softmax_row(static_cast<const float*>(x) + start, static_cast<float*>(y) + start, length);
    else
      softmax_row(static_cast<const Bfloat16*>(x) + start, static_cast<Bfloat16*>(y) + start,
                  length);
  }
}

void differentiate_rows(ir::ElementType type, const void* dy, const void* y, void* dx,
                        int64_t first, int64_t last, int64_t length) {
  for (int64_t start = first * length; start < last * length; start += length) {
    if (type == ir::ElementType::f32)
      differentiate_row(static_cast<const float*>(dy) + start, static_cast<const float*>(y) + start,
                        static_cast<float*>(dx) + start, length);
    else
      differentiate_row(static_cast<const Bfloat16*>(dy) + start,
                        static_cast<const Bfloat16*>(y) + start, static_cast<Bfloat16*>(dx) + start,
                        length);
  }
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(softmax_rows);
HWY_EXPORT(differentiate_rows);

void softmax(Team& team, const ActivationShape& shape, const void* x, void* y) {
  check_activation_type(shape.type);
  each_row_block(team, shape.rows, [&](int64_t first, int64_t last, int64_t) {
    HWY_DYNAMIC_DISPATCH(softmax_rows)(shape.type, x, y, first, last, shape.channels);
  });
}

void softmax_gradient(Team& team, const ActivationShape& shape, const void* dy, const void* y,
                      void* dx) {
  check_activation_type(shape.type);
  each_row_block(team, shape.rows, [&](int64_t first, int64_t last, int64_t) {
    HWY_DYNAMIC_DISPATCH(differentiate_rows)(shape.type, dy, y, dx, first, last, shape.channels);
  });
}

}  // namespace tutti::kernel
#endif
