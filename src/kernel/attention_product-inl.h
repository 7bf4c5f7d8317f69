// SPDX-License-Identifier: Apache-2.0
// A small matrix product whose operands are in cache, compiled once per instruction set.

#if defined(TUTTI_KERNEL_ATTENTION_PRODUCT_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TUTTI_KERNEL_ATTENTION_PRODUCT_INL_H
#undef TUTTI_KERNEL_ATTENTION_PRODUCT_INL_H
#else
#define TUTTI_KERNEL_ATTENTION_PRODUCT_INL_H
#endif

#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {

/// Element (i, k) of the left operand is data[i * row + k * step]: a matrix or its transpose.
struct LeftOperand {
  const float* data;
  int64_t row, step;
};

/// A row-major matrix.
struct Rows {
  float* data;
  int64_t row;
};

/// The block of kRows rows and kVectors vectors at c, held in registers over the sum of k terms.
template <size_t kRows, size_t kVectors, bool kAdd>
HWY_INLINE void product_block(LeftOperand a, const float* b, int64_t b_row, float* c, int64_t c_row,
                              int64_t k) {
  const Floats d;
  const size_t lanes = hn::Lanes(d);
  FloatVector sums[kRows][kVectors];
  HWY_UNROLL(6)
  for (size_t i = 0; i < kRows; i++) {
    const float* row = c + static_cast<int64_t>(i) * c_row;
    HWY_UNROLL(2)
    for (size_t j = 0; j < kVectors; j++) {
      sums[i][j] = kAdd ? hn::LoadU(d, row + j * lanes) : hn::Zero(d);
    }
  }
  for (int64_t at = 0; at < k; at++, a.data += a.step, b += b_row) {
    HWY_UNROLL(6)
    for (size_t i = 0; i < kRows; i++) {
      const FloatVector left = hn::Set(d, a.data[static_cast<int64_t>(i) * a.row]);
      HWY_UNROLL(2)
      for (size_t j = 0; j < kVectors; j++) {
        sums[i][j] = hn::MulAdd(left, hn::LoadU(d, b + j * lanes), sums[i][j]);
      }
    }
  }
  HWY_UNROLL(6)
  for (size_t i = 0; i < kRows; i++) {
    float* row = c + static_cast<int64_t>(i) * c_row;
    HWY_UNROLL(2)
    for (size_t j = 0; j < kVectors; j++) {
      hn::StoreU(sums[i][j], d, row + j * lanes);
    }
  }
}

/// One strip of columns, kVectors wide.
template <size_t kVectors, bool kAdd>
HWY_INLINE void product_strip(LeftOperand a, const float* b, int64_t b_row, float* c, int64_t c_row,
                              int64_t m, int64_t k) {
  constexpr int64_t kMost = 6;  // 6 x 2 sums leave registers for the operands where there are 16
  const auto advance = [&](int64_t rows) {
    a.data += rows * a.row;
    c += rows * c_row;
    m -= rows;
  };
  while (m >= kMost) {
    product_block<kMost, kVectors, kAdd>(a, b, b_row, c, c_row, k);
    advance(kMost);
  }
  if (m >= 4) product_block<4, kVectors, kAdd>(a, b, b_row, c, c_row, k), advance(4);
  if (m >= 2) product_block<2, kVectors, kAdd>(a, b, b_row, c, c_row, k), advance(2);
  if (m >= 1) product_block<1, kVectors, kAdd>(a, b, b_row, c, c_row, k);
}

/// c[m, n] = a[m, k] b[k, n], added to c where kAdd. n is a multiple of 16.
template <bool kAdd>
void small_product(LeftOperand a, Rows b, Rows c, int64_t m, int64_t n, int64_t k) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(Floats()));
  int64_t j = 0;
  for (; j + 2 * lanes <= n; j += 2 * lanes)
    product_strip<2, kAdd>(a, b.data + j, b.row, c.data + j, c.row, m, k);
  if (j < n) product_strip<1, kAdd>(a, b.data + j, b.row, c.data + j, c.row, m, k);
}

}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
