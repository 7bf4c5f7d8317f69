// SPDX-License-Identifier: Apache-2.0
// Writes a block of a product from registers to C. Only the files of kernel/avx512_product.h use
// it.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "kernel/avx512.h"
#include "kernel/avx512_product.h"

#if HWY_ARCH_X86_64

TUTTI_AVX512_ATTRIBUTES
namespace tutti::kernel {
namespace {  // see kernel/avx512.h

using ir::ElementType;

/// bf16, rounded to nearest even; NaN stays NaN. AVX512-BF16 takes denormal numbers for zero, as
/// its products do.
template <ElementType kType>
__m256i to_bf16(__m512 value) {
  if constexpr (kType == ElementType::bf16)
    return reinterpret_cast<__m256i>(_mm512_cvtneps_pbh(value));
  const __m512i bits = _mm512_castps_si512(value);
  const __m512i odd = _mm512_and_si512(_mm512_srli_epi32(bits, 16), _mm512_set1_epi32(1));
  const __m512i rounded = _mm512_add_epi32(bits, _mm512_add_epi32(odd, _mm512_set1_epi32(0x7FFF)));
  const __m512i quiet = _mm512_or_si512(bits, _mm512_set1_epi32(0x400000));
  const __mmask16 is_nan = _mm512_cmp_ps_mask(value, value, _CMP_UNORD_Q);
  return _mm512_cvtepi32_epi16(
      _mm512_srli_epi32(_mm512_mask_blend_epi32(is_nan, rounded, quiet), 16));
}

/// The same in the lower halves of 16 lanes.
template <ElementType kType>
__m512i to_halves(__m512 value) {
  return _mm512_cvtepu16_epi32(to_bf16<kType>(value));
}

/// A block of C: kRows rows and kVectors vectors of columns.
template <int kRows, int kVectors>
using Sums = __m512[kRows][kVectors];

/// Where a block goes, and which lanes of its last vector are columns of C.
struct BlockPlace {
  Output output;
  int64_t row, column;
  __mmask16 last_mask;

  template <int kVectors>
  __mmask16 mask(int vector) const {
    return vector + 1 == kVectors ? last_mask : __mmask16{0xFFFF};
  }
};

enum class Stored { floats, added_floats, bfloats };

template <ElementType kType, Stored kStored, int kRows, int kVectors>
HWY_INLINE void store_rows(const Sums<kRows, kVectors>& sums, const BlockPlace& place) {
  const int64_t step = place.output.row_stride, first = place.row * step + place.column;
  unrolled<kRows>([&](auto i) {
    unrolled<kVectors>([&](auto j) {
      const __mmask16 mask = place.mask<kVectors>(j);
      const int64_t at = first + i * step + j * kLanes;
      if constexpr (kStored == Stored::bfloats) {
        _mm256_mask_storeu_epi16(static_cast<uint16_t*>(place.output.data) + at, mask,
                                 to_bf16<kType>(sums[i][j]));
      } else {
        float* to = static_cast<float*>(place.output.data) + at;
        const __m512 before =
            kStored == Stored::added_floats ? _mm512_maskz_loadu_ps(mask, to) : _mm512_setzero_ps();
        const bool adds = kStored == Stored::added_floats;
        _mm512_mask_storeu_ps(to, mask, adds ? _mm512_add_ps(before, sums[i][j]) : sums[i][j]);
      }
    });
  });
}

/// Stores float32 sums as columns of C, which is transposed.
template <int kRows, int kVectors>
HWY_INLINE void store_float_columns(const Sums<kRows, kVectors>& sums, const BlockPlace& place) {
  const __mmask16 mask = first16(kRows);
  unrolled<kVectors>([&](auto j) {
    __m512i columns[kLanes] = {};
    unrolled<kRows>([&](auto i) { columns[i] = _mm512_castps_si512(sums[i][j]); });
    transpose(columns);
    float* to = static_cast<float*>(place.output.data) + place.row;
    const int count = __builtin_popcount(place.mask<kVectors>(j));
    for (int i = 0; i < count; i++)
      _mm512_mask_storeu_epi32(to + (place.column + j * kLanes + i) * place.output.row_stride, mask,
                               columns[i]);
  });
}

/// The same for bf16: the kRows numbers of a column fill a quarter of a vector.
template <ElementType kType, int kRows, int kVectors>
HWY_INLINE void store_bfloat_columns(const Sums<kRows, kVectors>& sums, const BlockPlace& place) {
  static_assert(kRows <= 8);
  const auto mask = static_cast<__mmask8>((1 << kRows) - 1);
  auto* to = static_cast<uint16_t*>(place.output.data) + place.row;
  unrolled<kVectors>([&](auto j) {
    __m512i pairs[4] = {};  // of rows
    __m512i quarters[4];    // of columns: quarter q of quarters[c] has 4 q + c
    unrolled<kRows>([&](auto i) {
      const __m512i halves = to_halves<kType>(sums[i][j]);
      if constexpr (i % 2 == 0)
        pairs[i / 2] = halves;
      else
        pairs[i / 2] = _mm512_or_si512(pairs[i / 2], _mm512_slli_epi32(halves, 16));
    });
    const __m512i low01 = _mm512_unpacklo_epi32(pairs[0], pairs[1]);
    const __m512i low23 = _mm512_unpacklo_epi32(pairs[2], pairs[3]);
    const __m512i high01 = _mm512_unpackhi_epi32(pairs[0], pairs[1]);
    const __m512i high23 = _mm512_unpackhi_epi32(pairs[2], pairs[3]);
    quarters[0] = _mm512_unpacklo_epi64(low01, low23);
    quarters[1] = _mm512_unpackhi_epi64(low01, low23);
    quarters[2] = _mm512_unpacklo_epi64(high01, high23);
    quarters[3] = _mm512_unpackhi_epi64(high01, high23);
    unrolled<kLanes>([&](auto column) {
      if (!(place.mask<kVectors>(j) >> column & 1)) return;
      _mm_mask_storeu_epi16(to + (place.column + j * kLanes + column) * place.output.row_stride,
                            mask, _mm512_extracti32x4_epi32(quarters[column % 4], column / 4));
    });
  });
}

template <ElementType kType, int kRows, int kVectors>
HWY_INLINE void store(const Sums<kRows, kVectors>& sums, const BlockPlace& place) {
  const bool is_float = place.output.type == ElementType::f32;
  if (place.output.transposed)
    return is_float ? store_float_columns<kRows, kVectors>(sums, place)
                    : store_bfloat_columns<kType, kRows, kVectors>(sums, place);
  if (!is_float) return store_rows<kType, Stored::bfloats, kRows, kVectors>(sums, place);
  if (place.output.adds)
    return store_rows<kType, Stored::added_floats, kRows, kVectors>(sums, place);
  store_rows<kType, Stored::floats, kRows, kVectors>(sums, place);
}

/// Adds the bias of C's columns, or of its rows where C is transposed.
template <ElementType kType, bool kRounds, int kRows, int kVectors>
HWY_INLINE void add_bias(Sums<kRows, kVectors>& sums, const BlockPlace& place) {
  const bool transposed = place.output.transposed;
  const float* bias = place.output.bias + (transposed ? place.row : place.column);
  unrolled<kVectors>([&](auto j) {
    const __m512 columns = transposed
                               ? _mm512_setzero_ps()
                               : _mm512_maskz_loadu_ps(place.mask<kVectors>(j), bias + j * kLanes);
    unrolled<kRows>([&](auto i) {
      const __m512 sum =
          kRounds ? _mm512_castsi512_ps(_mm512_slli_epi32(to_halves<kType>(sums[i][j]), 16))
                  : sums[i][j];
      sums[i][j] = _mm512_add_ps(sum, transposed ? _mm512_set1_ps(bias[i]) : columns);
    });
  });
}

/// A float32 product of so many units leaves out those that are zero (kernel/avx512_nonzero-inl.h);
/// to find them in fewer would cost more than it may save.
inline constexpr int64_t kListedUnits = 128;

/// What is done with the sums of so many units of a block. A negative zero, which only underflow
/// makes, becomes a positive one, as it does where a zero that another row keeps is added.
template <ElementType kType, int kRows, int kVectors>
HWY_INLINE void finish(Sums<kRows, kVectors>& sums, int64_t units, const BlockPlace& place) {
  if (kType == ElementType::f32 && units >= kListedUnits)
    unrolled<kRows>([&](auto i) {
      unrolled<kVectors>(
          [&](auto j) { sums[i][j] = _mm512_add_ps(sums[i][j], _mm512_setzero_ps()); });
    });
  if (place.output.bias) {
    if (place.output.type == ElementType::f32)
      add_bias<kType, false, kRows, kVectors>(sums, place);
    else
      add_bias<kType, true, kRows, kVectors>(sums, place);
  }
  store<kType, kRows, kVectors>(sums, place);
}

/// Calls body.operator()<kRows>(row) for blocks of rows, as high as stores of columns allow.
template <class Body>
HWY_INLINE void for_blocks_of_rows(int64_t first, int64_t last, const Body& body) {
  const auto blocks = [&]<int kRows>() {
    for (; first + kRows <= last; first += kRows) body.template operator()<kRows>(first);
  };
  blocks.template operator()<8>();
  blocks.template operator()<4>();
  blocks.template operator()<2>();
  blocks.template operator()<1>();
}

/// Calls body.operator()<kVectors>(column, last_mask) for panels of columns.
template <class Body>
HWY_INLINE void for_panels(int64_t first_column, int64_t last_column, const Body& body) {
  for (int64_t column = first_column; column < last_column; column += kRightLines) {
    const int64_t columns = std::min(kRightLines, last_column - column);
    const __mmask16 mask = first16((columns - 1) % kLanes + 1);
    if (columns > 2 * kLanes)
      body.template operator()<3>(column, mask);
    else if (columns > kLanes)
      body.template operator()<2>(column, mask);
    else
      body.template operator()<1>(column, mask);
  }
}

}  // namespace
}  // namespace tutti::kernel
HWY_POP_ATTRIBUTES

#endif
