// SPDX-License-Identifier: Apache-2.0
// Finds the units of a float32 product at which one operand has only zeros, so that they can be
// left out: the products that send tokens to experts and take them back, one-hot operands, rows
// that nothing fills. Only kernel/avx512_product.cpp uses it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "kernel/avx512_store-inl.h"

#if HWY_ARCH_X86_64

TUTTI_AVX512_ATTRIBUTES
namespace tutti::kernel {
namespace {  // see kernel/avx512.h

/// Lines of an operand in memory: bytes from one to the next, and from a unit to the next. One of
/// the two is that of a float.
struct LinePlaces {
  const std::byte* data;
  int64_t line, unit;
};

/// All bits of a float but its sign.
inline __m512i magnitude() {
  return _mm512_set1_epi32(0x7FFFFFFF);
}

/// Of the 16 units from `unit` on, or as many as there are, those at which one of `count` lines is
/// not zero.
uint32_t nonzero_units(const LinePlaces& lines, int64_t count, int64_t unit, int64_t units) {
  const std::byte* from = lines.data + unit * lines.unit;
  const int64_t present = std::min(kLanes, units - unit);
  if (lines.unit == kUnitBytes) {
    __m512i any = _mm512_setzero_si512();
    for (int64_t line = 0; line < count; line++)
      any = _mm512_or_si512(any,
                            _mm512_maskz_loadu_epi32(first16(present), from + line * lines.line));
    return _mm512_test_epi32_mask(any, magnitude());
  }
  uint32_t found = 0;
  for (int64_t line = 0; line < count; line += kLanes) {
    const __mmask16 mask = first16(count - line);
    const std::byte* values = from + line * kUnitBytes;
    for (int64_t at = 0; at < present; at++, values += lines.unit) {
      const __m512i some = _mm512_maskz_loadu_epi32(mask, values);
      found |= uint32_t{_mm512_test_epi32_mask(some, magnitude()) != 0} << at;
    }
  }
  return found;
}

/// The units of a block of lines that are not zero in all of them.
class NonzeroUnits {
 public:
  static constexpr int64_t kMost = 4096;  // of more there is no list

  void find(const LinePlaces& lines, int64_t count, int64_t units) {
    count_ = 0;
    for (int64_t unit = 0; unit < units; unit += kLanes)
      for (uint32_t found = nonzero_units(lines, count, unit, units); found != 0;
           found &= found - 1)
        units_[count_++] = static_cast<uint16_t>(unit + std::countr_zero(found));
  }

  const uint16_t* begin() const { return units_; }
  const uint16_t* end() const { return units_ + count_; }

 private:
  int64_t count_ = 0;
  uint16_t units_[kMost];
};

/// Whether `rows` rows of `columns` floats, `stride` bytes apart, are finite: infinity and NaN
/// times zero are not zero.
bool are_finite(const std::byte* data, int64_t rows, int64_t stride, int64_t columns) {
  const __m512i infinite = _mm512_set1_epi32(0x7F800000);
  __m512i largest = _mm512_setzero_si512();  // of the exponents
  for (int64_t row = 0; row < rows; row++, data += stride) {
    int64_t column = 0;
    for (; column + kLanes <= columns; column += kLanes)
      largest = _mm512_max_epu32(
          largest, _mm512_and_si512(_mm512_loadu_si512(data + column * kUnitBytes), infinite));
    largest = _mm512_max_epu32(
        largest, _mm512_and_si512(_mm512_maskz_loadu_epi32(first16(columns - column),
                                                           data + column * kUnitBytes),
                                  infinite));
  }
  return _mm512_cmpeq_epi32_mask(largest, infinite) == 0;
}

}  // namespace
}  // namespace tutti::kernel
HWY_POP_ATTRIBUTES

#endif
