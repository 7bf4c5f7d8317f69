// SPDX-License-Identifier: Apache-2.0
// Rounding of doubles to narrower floating-point types, to nearest even, and their bit patterns.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "ir/element_type.h"

namespace tutti::ir {

/// A binary float: sign, exponent, mantissa, from the top.
struct FloatFormat {
  enum class Special {
    ieee,           // infinities and NaN have the highest exponent
    nan_at_top,     // exponent and mantissa all ones are NaN; no infinity ("FN")
    nan_at_zero,    // the pattern of -0 is NaN; no infinity, no -0 ("FNUZ")
    none,           // no infinity, no NaN
    powers_of_two,  // only an exponent: no sign, no zero; all ones are NaN ("E8M0FNU")
  };
  int exponent_bits, mantissa_bits, bias;
  Special special = Special::ieee;
};

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
      return {8, 7, 127};
    case ElementType::f16:
      return {5, 10, 15};
    case ElementType::tf32:
      return {8, 10, 127};
    default:
      return {8, 23, 127};
  }
}

namespace detail {

constexpr int kMantissaBits = 52;  // of a double
constexpr uint64_t kInfinity = uint64_t{0x7FF} << kMantissaBits;

/// A NaN as a double, its mantissa of so many bits at the top. A conversion by the processor would
/// make a signalling one quiet.
inline double nan_from_bits(bool negative, uint64_t mantissa, int mantissa_bits) {
  return std::bit_cast<double>((negative ? uint64_t{1} << 63 : 0) | kInfinity |
                               mantissa << (kMantissaBits - mantissa_bits));
}

/// The top bits of a NaN's mantissa; those of a quiet one where they are all zero.
inline uint64_t nan_mantissa(double nan, int mantissa_bits) {
  const uint64_t mantissa = (std::bit_cast<uint64_t>(nan) & ~kInfinity & ~(uint64_t{1} << 63)) >>
                            (kMantissaBits - mantissa_bits);
  return mantissa ? mantissa : uint64_t{1} << (mantissa_bits - 1);
}

/// The power of two nearest to a positive value, the higher one of a tie. Other values become NaN.
inline uint64_t encode_power_of_two(double value) {
  if (!(value > 0) || std::isinf(value)) return 0xFF;
  int exponent;
  const double fraction = std::frexp(value, &exponent);  // in [0.5, 1)
  const int biased = exponent - 1 + 127 + (fraction >= 0.75 ? 1 : 0);
  return biased < 0 || biased > 0xFE ? 0xFF : static_cast<uint64_t>(biased);
}

/// A value that is too large becomes infinite; NaN in a format without infinity; the largest value
/// in one without NaN. NaN becomes -0 in a format without NaN.
inline uint64_t encode_float(double value, const FloatFormat& format) {
  using Special = FloatFormat::Special;
  if (format.special == Special::powers_of_two) return encode_power_of_two(value);
  const int bits_below_sign = format.exponent_bits + format.mantissa_bits;
  const uint64_t minus_zero = uint64_t{1} << bits_below_sign;
  const uint64_t sign = std::signbit(value) ? minus_zero : 0;
  const uint64_t ones = minus_zero - 1;
  const uint64_t infinity = ((uint64_t{1} << format.exponent_bits) - 1) << format.mantissa_bits;
  const uint64_t zero = format.special == Special::nan_at_zero ? 0 : sign;
  const uint64_t nan = format.special == Special::ieee
                           ? sign | infinity | nan_mantissa(value, format.mantissa_bits)
                       : format.special == Special::nan_at_top ? sign | ones
                                                               : minus_zero;
  const uint64_t overflow = format.special == Special::ieee   ? sign | infinity
                            : format.special == Special::none ? sign | ones
                                                              : nan;
  const uint64_t largest = format.special == Special::ieee         ? infinity - 1
                           : format.special == Special::nan_at_top ? ones - 1
                                                                   : ones;
  if (std::isnan(value)) return nan;
  if (std::isinf(value)) return overflow;
  if (value == 0) return zero;
  int exponent;
  std::frexp(value, &exponent);  // |value| in [0.5, 1) * 2^exponent
  const int lowest = 1 - format.bias;
  const int scale = std::max(exponent - 1, lowest) - format.mantissa_bits;  // of the last bit
  const auto mantissa = static_cast<uint64_t>(std::nearbyint(std::ldexp(std::fabs(value), -scale)));
  if (mantissa == 0) return zero;
  // A mantissa that carries over moves into the exponent by itself, up to infinity.
  const int biased = std::max(exponent - 1, lowest) + format.bias;
  const bool normal = exponent - 1 >= lowest;
  const uint64_t bits =
      normal ? (static_cast<uint64_t>(biased - 1) << format.mantissa_bits) + mantissa : mantissa;
  return bits > largest ? overflow : sign | bits;
}

inline double decode_float(uint64_t bits, const FloatFormat& format) {
  using Special = FloatFormat::Special;
  if (format.special == Special::powers_of_two)
    return bits == 0xFF ? std::nan("") : std::ldexp(1.0, static_cast<int>(bits) - format.bias);
  const uint64_t minus_zero = uint64_t{1} << (format.exponent_bits + format.mantissa_bits);
  const bool negative = bits & minus_zero;
  const uint64_t magnitude = bits & (minus_zero - 1);
  const auto exponent = static_cast<int>(magnitude >> format.mantissa_bits);
  const uint64_t mantissa = magnitude & ((uint64_t{1} << format.mantissa_bits) - 1);
  const bool is_endless =
      format.special == Special::ieee && exponent == (1 << format.exponent_bits) - 1;
  if (is_endless && mantissa) return nan_from_bits(negative, mantissa, format.mantissa_bits);
  double value;
  if (is_endless)
    value = INFINITY;
  else if (format.special == Special::nan_at_top && magnitude == minus_zero - 1)
    value = std::nan("");
  else if (format.special == Special::nan_at_zero && bits == minus_zero)
    return std::nan("");
  else if (exponent == 0)
    value = std::ldexp(static_cast<double>(mantissa), 1 - format.bias - format.mantissa_bits);
  else
    value = std::ldexp(static_cast<double>(mantissa | (uint64_t{1} << format.mantissa_bits)),
                       exponent - format.bias - format.mantissa_bits);
  return negative ? -value : value;
}

}  // namespace detail

/// A float as a double, and rounded back. NaN keep their bits.
inline double widened(float value) {
  if (!std::isnan(value)) return value;
  const auto bits = std::bit_cast<uint32_t>(value);
  return detail::nan_from_bits(bits >> 31, bits & 0x7FFFFF, 23);
}
inline float narrowed(double value) {
  if (!std::isnan(value)) return static_cast<float>(value);
  const uint32_t sign = std::signbit(value) ? uint32_t{1} << 31 : 0;
  return std::bit_cast<float>(
      static_cast<uint32_t>(sign | 0x7F800000 | detail::nan_mantissa(value, 23)));
}

/// The bit pattern of `value` in a float type.
inline uint64_t float_bits(double value, ElementType type) {
  switch (type) {
    case ElementType::f32:
      return std::bit_cast<uint32_t>(narrowed(value));
    case ElementType::f64:
      return std::bit_cast<uint64_t>(value);
    default:
      return detail::encode_float(value, float_format(type));
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
      return detail::decode_float(bits, float_format(type));
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
