// SPDX-License-Identifier: Apache-2.0
// A small matrix product for operands that are in the cache. Compiled once per instruction set.

#if defined(TUTTI_KERNEL_ATTENTION_PRODUCT_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TUTTI_KERNEL_ATTENTION_PRODUCT_INL_H
#undef TUTTI_KERNEL_ATTENTION_PRODUCT_INL_H
#else
#define TUTTI_KERNEL_ATTENTION_PRODUCT_INL_H
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {

/// Element (i, k) of the left operand is data[i * row_stride + k * k_stride]: a matrix or its
/// transpose.
struct LeftOperand {
  const float* data;
  int64_t row_stride, k_stride;
};

/// A row-major matrix.
struct Rows {
  float* data;
  int64_t row_stride;
};

/// The block of kRows rows and kVectors vectors at c, held in registers over the sum of k terms,
/// which is added to what is there where kAdd.
template <size_t kRows, size_t kVectors, bool kAdd>
HWY_INLINE void product_block(LeftOperand a, const float* b, int64_t b_row_stride, float* c,
                              int64_t c_row_stride, int64_t k) {
  const Floats d;
  const size_t lanes = hn::Lanes(d);
  FloatVector sums[kRows][kVectors];
  HWY_UNROLL(6)
  for (size_t i = 0; i < kRows; i++) {
    HWY_UNROLL(2)
    for (size_t j = 0; j < kVectors; j++) {
      sums[i][j] = hn::Zero(d);
    }
  }
  for (int64_t at = 0; at < k; at++, a.data += a.k_stride, b += b_row_stride) {
    HWY_UNROLL(6)
    for (size_t i = 0; i < kRows; i++) {
      const FloatVector left = hn::Set(d, a.data[static_cast<int64_t>(i) * a.row_stride]);
      HWY_UNROLL(2)
      for (size_t j = 0; j < kVectors; j++) {
        sums[i][j] = hn::MulAdd(left, hn::LoadU(d, b + j * lanes), sums[i][j]);
      }
    }
  }
  HWY_UNROLL(6)
  for (size_t i = 0; i < kRows; i++) {
    float* row = c + static_cast<int64_t>(i) * c_row_stride;
    HWY_UNROLL(2)
    for (size_t j = 0; j < kVectors; j++) {
      float* to = row + j * lanes;
      hn::StoreU(kAdd ? hn::Add(hn::LoadU(d, to), sums[i][j]) : sums[i][j], d, to);
    }
  }
}

/// The same, `terms` of the k at a time.
template <size_t kRows, size_t kVectors, bool kAdd>
HWY_INLINE void product_sum(LeftOperand a, const float* b, int64_t b_row_stride, float* c,
                            int64_t c_row_stride, int64_t k, int64_t terms) {
  product_block<kRows, kVectors, kAdd>(a, b, b_row_stride, c, c_row_stride, std::min(k, terms));
  for (int64_t at = terms; at < k; at += terms) {
    a.data += terms * a.k_stride;
    b += terms * b_row_stride;
    product_block<kRows, kVectors, true>(a, b, b_row_stride, c, c_row_stride,
                                         std::min(k - at, terms));
  }
}

/// One strip of columns, kVectors wide.
template <size_t kVectors, bool kAdd>
HWY_INLINE void product_strip(LeftOperand a, const float* b, int64_t b_row_stride, float* c,
                              int64_t c_row_stride, int64_t m, int64_t k, int64_t terms) {
  constexpr int64_t kMost = 6;  // 6 x 2 sums leave registers for the operands where there are 16
  const auto advance = [&](int64_t rows) {
    a.data += rows * a.row_stride;
    c += rows * c_row_stride;
    m -= rows;
  };
  while (m >= kMost) {
    product_sum<kMost, kVectors, kAdd>(a, b, b_row_stride, c, c_row_stride, k, terms);
    advance(kMost);
  }
  if (m >= 4)
    product_sum<4, kVectors, kAdd>(a, b, b_row_stride, c, c_row_stride, k, terms), advance(4);
  if (m >= 2)
    product_sum<2, kVectors, kAdd>(a, b, b_row_stride, c, c_row_stride, k, terms), advance(2);
  if (m >= 1) product_sum<1, kVectors, kAdd>(a, b, b_row_stride, c, c_row_stride, k, terms);
}

/// c[m, n] = a[m, k] b[k, n], added to c where kAdd. n is a multiple of 16. A sum over k is cut
/// into sums of `terms`, which are then added up: rounding errors grow with the number of terms
/// plus the number of sums, not with their product (Higham, "Accuracy and Stability of Numerical
/// Algorithms", 4.2).
template <bool kAdd>
void small_product(LeftOperand a, Rows b, Rows c, int64_t m, int64_t n, int64_t k, int64_t terms) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(Floats()));
  int64_t j = 0;
  for (; j + 2 * lanes <= n; j += 2 * lanes)
    product_strip<2, kAdd>(a, b.data + j, b.row_stride, c.data + j, c.row_stride, m, k, terms);
  if (j < n)
    product_strip<1, kAdd>(a, b.data + j, b.row_stride, c.data + j, c.row_stride, m, k, terms);
}

}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
