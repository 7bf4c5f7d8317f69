// SPDX-License-Identifier: Apache-2.0
// What the files of kernel/avx512_product.h share. No other file uses it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/rounding.h"
#include "hwy/highway.h"

#if HWY_ARCH_X86_64
#include <immintrin.h>

#if HWY_COMPILER_GCC_ACTUAL  // of its own header: GCC bug 105593
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#define TUTTI_AVX512_ATTRIBUTES HWY_PUSH_ATTRIBUTES("avx512f,avx512bw,avx512dq,avx512vl,avx512bf16")

TUTTI_AVX512_ATTRIBUTES
namespace tutti::kernel {

inline constexpr int64_t kLanes = 16;

/// A sum over k is cut into sums of at most this many units, which are then added up. Rounding
/// errors grow with the number of units in a sum plus the number of sums, not with the product of
/// both (Higham, "Accuracy and Stability of Numerical Algorithms", 4.2).
inline constexpr int64_t kTerms = 256;

/// The units of each part, but the last, of a sum of `units`.
inline int64_t terms_of(int64_t units) {
  return divide_up(units, divide_up(units, kTerms));
}

// Local to each file: GCC does not inline lambdas of functions that other files may define too, and
// sums that a call reads are not in registers.
namespace {

/// Calls body(std::integral_constant) for 0 to kCount - 1. GCC 12 keeps an array that a loop
/// indexes in memory, even where it unrolls the loop; one that constants index, it keeps in
/// registers.
template <int kCount, class Body>
HWY_INLINE void unrolled(const Body& body) {
  const auto calls = [&]<int... kIndex>(std::integer_sequence<int, kIndex...>) {
    (body(std::integral_constant<int, kIndex>()), ...);
  };
  calls(std::make_integer_sequence<int, kCount>());
}

}  // namespace

/// A mask whose lowest `count` bits are set.
inline __mmask16 first16(int64_t count) {
  return static_cast<__mmask16>((uint32_t{1} << std::clamp<int64_t>(count, 0, 16)) - 1);
}
inline __mmask32 first32(int64_t count) {
  return static_cast<__mmask32>((uint64_t{1} << std::clamp<int64_t>(count, 0, 32)) - 1);
}

/// Transposes 16 rows of 16 numbers of 32 bits.
HWY_INLINE void transpose(__m512i (&rows)[kLanes]) {
  __m512i pairs[kLanes], fours[kLanes];
  HWY_UNROLL(8)
  for (int i = 0; i < kLanes; i += 2) {
    pairs[i] = _mm512_unpacklo_epi32(rows[i], rows[i + 1]);
    pairs[i + 1] = _mm512_unpackhi_epi32(rows[i], rows[i + 1]);
  }
  HWY_UNROLL(4)
  for (int i = 0; i < kLanes; i += 4) {
    HWY_UNROLL(2)
    for (int j = 0; j < 2; j++) {
      fours[i + 2 * j] = _mm512_unpacklo_epi64(pairs[i + j], pairs[i + 2 + j]);
      fours[i + 2 * j + 1] = _mm512_unpackhi_epi64(pairs[i + j], pairs[i + 2 + j]);
    }
  }
  // fours[4 r + c] has of rows 4 r to 4 r + 3 the columns c, 4 + c, 8 + c and 12 + c.
  HWY_UNROLL(4)
  for (int c = 0; c < 4; c++) {
    const __m512i low02 = _mm512_shuffle_i32x4(fours[c], fours[4 + c], 0x88);
    const __m512i low13 = _mm512_shuffle_i32x4(fours[c], fours[4 + c], 0xDD);
    const __m512i high02 = _mm512_shuffle_i32x4(fours[8 + c], fours[12 + c], 0x88);
    const __m512i high13 = _mm512_shuffle_i32x4(fours[8 + c], fours[12 + c], 0xDD);
    rows[c] = _mm512_shuffle_i32x4(low02, high02, 0x88);
    rows[4 + c] = _mm512_shuffle_i32x4(low13, high13, 0x88);
    rows[8 + c] = _mm512_shuffle_i32x4(low02, high02, 0xDD);
    rows[12 + c] = _mm512_shuffle_i32x4(low13, high13, 0xDD);
  }
}

}  // namespace tutti::kernel
HWY_POP_ATTRIBUTES

#endif
