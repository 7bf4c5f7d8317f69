// SPDX-License-Identifier: Apache-2.0
// Numbers as elements of a type: rounded floats, their bit patterns, and wrapped integers.
#pragma once

#include <bit>
#include <cstdint>

#include "base/small_float.h"
#include "ir/element_type.h"

namespace tutti::ir {

/// The format of any float type except f64. The 8-bit and microscaling formats are OCP's; biases
/// and special values are those of LLVM's APFloat.
constexpr FloatFormat float_format(ElementType type) {
  using Special = FloatFormat::Special;
  switch (type) {
    case ElementType::f4E2M1FN:
      return {2, 1, 1, Special::none};
    case ElementType::f6E2M3FN:
      return {2, 3, 1, Special::none};
    case ElementType::f6E3M2FN:
      return {3, 2, 3, Special::none};
    case ElementType::f8E3M4:
      return {3, 4, 3};
    case ElementType::f8E4M3:
      return {4, 3, 7};
    case ElementType::f8E4M3FN:
      return {4, 3, 7, Special::nan_at_top};
    case ElementType::f8E4M3FNUZ:
      return {4, 3, 8, Special::nan_at_zero};
    case ElementType::f8E4M3B11FNUZ:
      return {4, 3, 11, Special::nan_at_zero};
    case ElementType::f8E5M2:
      return {5, 2, 15};
    case ElementType::f8E5M2FNUZ:
      return {5, 2, 16, Special::nan_at_zero};
    case ElementType::f8E8M0FNU:
      return {8, 0, 127, Special::powers_of_two};
    case ElementType::bf16:
      return kBfloatFormat;
    case ElementType::f16:
      return kHalfFormat;
    case ElementType::tf32:
      return {8, 10, 127};
    default:
      return {8, 23, 127};
  }
}

/// The bit pattern of `value` in a float type.
inline uint64_t float_bits(double value, ElementType type) {
  switch (type) {
    case ElementType::f32:
      return std::bit_cast<uint32_t>(narrowed(value));
    case ElementType::f64:
      return std::bit_cast<uint64_t>(value);
    default:
      return encode_float(value, float_format(type));
  }
}

inline double float_from_bits(uint64_t bits, ElementType type) {
  switch (type) {
    case ElementType::bf16:
      return widened(std::bit_cast<float>(static_cast<uint32_t>(bits) << 16));
    case ElementType::f32:
      return widened(std::bit_cast<float>(static_cast<uint32_t>(bits)));
    case ElementType::f64:
      return std::bit_cast<double>(bits);
    default:
      return decode_float(bits, float_format(type));
  }
}

/// `value` rounded to a float type.
inline double round_to(double value, ElementType type) {
  if (type == ElementType::f64) return value;
  if (type == ElementType::f32) return widened(narrowed(value));
  return float_from_bits(float_bits(value, type), type);
}

/// `value` wrapped modulo 2^bits into an integer type (i1: 0 or 1).
inline int64_t wrap_to(int64_t value, ElementType type) {
  switch (type) {
    case ElementType::i8:
      return static_cast<int8_t>(value);
    case ElementType::i16:
      return static_cast<int16_t>(value);
    case ElementType::i32:
      return static_cast<int32_t>(value);
    case ElementType::i2:
    case ElementType::i4: {
      const int unused = 64 - bit_width(type);
      return static_cast<int64_t>(static_cast<uint64_t>(value) << unused) >> unused;
    }
    case ElementType::i1:
    case ElementType::ui2:
    case ElementType::ui4:
    case ElementType::ui8:
    case ElementType::ui16:
    case ElementType::ui32:
      return value & ((int64_t{1} << bit_width(type)) - 1);
    default:
      return value;
  }
}

/// The least and the greatest value of an integer type; those of ui64 as bit patterns.
constexpr int64_t lowest_of(ElementType type) {
  return is_signed(type) ? -1 - (INT64_MAX >> (64 - bit_width(type))) : 0;
}
constexpr int64_t highest_of(ElementType type) {
  const int unused = 64 - bit_width(type);
  return is_signed(type) ? INT64_MAX >> unused : static_cast<int64_t>(UINT64_MAX >> unused);
}

}  // namespace tutti::ir
