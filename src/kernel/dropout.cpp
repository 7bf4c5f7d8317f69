// SPDX-License-Identifier: Apache-2.0
#include "kernel/dropout.h"

#include "kernel/row_blocks.h"
#include "kernel/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/dropout.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernel/dropout-inl.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

/// Calls body(channel, Whole or Part, mask) for each vector of one row.
template <class Body>
HWY_INLINE void each_masked_vector(Floats d, const Dropout& dropout, uint32_t threshold,
                                   int64_t row, int64_t channels, const Body& body) {
  const hn::Mask<Floats> all = hn::FirstN(d, hn::Lanes(d));
  if (threshold == 0) {
    each_vector(d, channels, [&](int64_t i, auto extent) HWY_ATTR { body(i, extent, all); });
    return;
  }
  const auto group = static_cast<int64_t>(8 * hn::Lanes(d));
  const auto sample = static_cast<uint32_t>(dropout.sample[row]);
  const uint32_t position = static_cast<uint32_t>(dropout.position[row]) << 16;
  HWY_ALIGN uint16_t bits[2 * kMaxRandomBits];
  for (int64_t first = 0; first < channels; first += group) {
    random_bits_pair(Counters(), dropout.key, sample, position | static_cast<uint32_t>(first >> 2),
                     bits);
    each_vector(d, std::min(group, channels - first), [&](int64_t i, auto extent) HWY_ATTR {
      body(first + i, extent, keep_mask(d, bits + i, threshold));
    });
  }
}

/// Writes rows [first, last) of dx, and adds their column sums to `sums` where that is not null.
template <class Element>
void drop_rows_of(const Dropout& dropout, const Element* dy, Element* dx, int64_t first,
                  int64_t last, int64_t channels, float* sums) {
  const Floats d;
  const uint32_t threshold = dropout_threshold(dropout.rate);
  const FloatVector scale = hn::Set(d, dropout_scale(threshold));
  for (int64_t row = first; row < last; row++) {
    const Element* from = dy + row * channels;
    Element* to = dx + row * channels;
    each_masked_vector(d, dropout, threshold, row, channels,
                       [&](int64_t i, auto extent, auto mask) HWY_ATTR {
                         const FloatVector kept =
                             hn::IfThenElseZero(mask, hn::Mul(load(d, from + i, extent), scale));
                         if (sums != nullptr) add_to(d, sums + i, kept, extent);
                         store(d, kept, to + i, extent);
                       });
  }
}

void drop_rows(const ActivationShape& shape, const Dropout& dropout, const void* dy, void* dx,
               int64_t first, int64_t last, float* sums) {
  if (shape.type == ir::ElementType::f32)
    drop_rows_of(dropout, static_cast<const float*>(dy), static_cast<float*>(dx), first, last,
                 shape.channels, sums);
  else
    drop_rows_of(dropout, static_cast<const Bfloat16*>(dy), static_cast<Bfloat16*>(dx), first, last,
                 shape.channels, sums);
}

/// Writes rows [first, last) of y = residual + dropout(x + bias).
template <class Element>
void drop_add_rows_of(const Dropout& dropout, const Element* x, const float* bias,
                      const Element* residual, Element* y, int64_t first, int64_t last,
                      int64_t channels) {
  const Floats d;
  const uint32_t threshold = dropout_threshold(dropout.rate);
  const FloatVector scale = hn::Set(d, dropout_scale(threshold));
  for (int64_t row = first; row < last; row++) {
    const int64_t start = row * channels;
    each_masked_vector(
        d, dropout, threshold, row, channels, [&](int64_t i, auto extent, auto mask) HWY_ATTR {
          const FloatVector sum =
              hn::Add(load(d, x + start + i, extent), load(d, bias + i, extent));
          const FloatVector kept = hn::IfThenElseZero(mask, hn::Mul(sum, scale));
          store(d, hn::Add(load(d, residual + start + i, extent), kept), y + start + i, extent);
        });
  }
}

void drop_add_rows(const ActivationShape& shape, const Dropout& dropout, const void* x,
                   const float* bias, const void* residual, void* y, int64_t first, int64_t last) {
  if (shape.type == ir::ElementType::f32)
    drop_add_rows_of(dropout, static_cast<const float*>(x), bias,
                     static_cast<const float*>(residual), static_cast<float*>(y), first, last,
                     shape.channels);
  else
    drop_add_rows_of(dropout, static_cast<const Bfloat16*>(x), bias,
                     static_cast<const Bfloat16*>(residual), static_cast<Bfloat16*>(y), first, last,
                     shape.channels);
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(drop_rows);
HWY_EXPORT(drop_add_rows);

namespace {

void check_dropout(const ActivationShape& shape, const Dropout& mask) {
  check_activation_type(shape.type);
  check(mask.rate >= 0 && mask.rate < 1, "a dropout rate is {}, expected one in [0, 1)", mask.rate);
  if (mask.rate == 0) return;
  check(mask.sample != nullptr && mask.position != nullptr, "dropout lacks samples or positions");
  check(shape.channels <= kMaxDropoutChannels, "dropout over {} channels, expected at most {}",
        shape.channels, kMaxDropoutChannels);
}

}  // namespace

void dropout(Team& team, const ActivationShape& shape, const Dropout& mask, const void* x,
             void* y) {
  check_dropout(shape, mask);
  each_row_block(team, shape.rows, [&](int64_t first, int64_t last, int64_t) {
    HWY_DYNAMIC_DISPATCH(drop_rows)(shape, mask, x, y, first, last, nullptr);
  });
}

void bias_dropout_residual(Team& team, const ActivationShape& shape, const Dropout& mask,
                           const void* x, const float* bias, const void* residual, void* y) {
  check_dropout(shape, mask);
  each_row_block(team, shape.rows, [&](int64_t first, int64_t last, int64_t) {
    HWY_DYNAMIC_DISPATCH(drop_add_rows)(shape, mask, x, bias, residual, y, first, last);
  });
}

void bias_dropout_residual_gradient(Team& team, const ActivationShape& shape, const Dropout& mask,
                                    const void* dy, void* dx, float* dbias,
                                    std::span<std::byte> workspace) {
  check_dropout(shape, mask);
  float* partials = take_column_partials(workspace, shape.rows, shape.channels);
  each_row_block(team, shape.rows, [&](int64_t first, int64_t last, int64_t block) {
    float* sums = partials + block * shape.channels;
    std::fill(sums, sums + shape.channels, 0.0f);
    HWY_DYNAMIC_DISPATCH(drop_rows)(shape, mask, dy, dx, first, last, sums);
  });
  add_column_partials(team, partials, shape.rows, shape.channels, dbias);
}

size_t bias_dropout_residual_gradient_workspace_bytes(int64_t rows, int64_t channels) {
  return column_partials_bytes(rows, channels);
}

}  // namespace tutti::kernel
#endif
