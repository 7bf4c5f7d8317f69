// SPDX-License-Identifier: Apache-2.0
// Rounding of doubles to narrower floating-point formats, to nearest even, and their bit patterns.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace tutti {

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

inline constexpr FloatFormat kHalfFormat = {5, 10, 15};
inline constexpr FloatFormat kBfloatFormat = {8, 7, 127};

namespace detail {

constexpr int kMantissaBits = 52;  // of a double
constexpr int kBias = 1023;
constexpr uint64_t kInfinity = uint64_t{0x7FF} << kMantissaBits;
constexpr uint64_t kNan = kInfinity | uint64_t{1} << (kMantissaBits - 1);

/// 2^exponent, as a normal double.
constexpr double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<uint64_t>(exponent + kBias) << kMantissaBits);
}

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

}  // namespace detail

/// The bit pattern of `value`. A value that is too large becomes infinite; NaN in a format without
/// infinity; the largest value in one without NaN. NaN becomes -0 in a format without NaN.
inline uint64_t encode_float(double value, const FloatFormat& format) {
  using Special = FloatFormat::Special;
  if (format.special == Special::powers_of_two) return detail::encode_power_of_two(value);
  const int bits_below_sign = format.exponent_bits + format.mantissa_bits;
  const uint64_t minus_zero = uint64_t{1} << bits_below_sign;
  const uint64_t sign = (std::bit_cast<uint64_t>(value) >> 63) << bits_below_sign;
  const uint64_t ones = minus_zero - 1;
  const uint64_t infinity = ((uint64_t{1} << format.exponent_bits) - 1) << format.mantissa_bits;
  const uint64_t zero = format.special == Special::nan_at_zero ? 0 : sign;
  if (std::isnan(value))
    return format.special == Special::ieee
               ? sign | infinity | detail::nan_mantissa(value, format.mantissa_bits)
           : format.special == Special::nan_at_top ? sign | ones
                                                   : minus_zero;
  const uint64_t overflow = format.special == Special::ieee          ? sign | infinity
                            : format.special == Special::nan_at_zero ? minus_zero
                                                                     : sign | ones;
  const uint64_t largest = format.special == Special::ieee         ? infinity - 1
                           : format.special == Special::nan_at_top ? ones - 1
                                                                   : ones;
  const double magnitude = std::fabs(value);
  const auto exponent =
      static_cast<int>(std::bit_cast<uint64_t>(magnitude) >> detail::kMantissaBits) - detail::kBias;
  if (exponent >= (1 << format.exponent_bits) - format.bias) return overflow;
  const int above_lowest = std::max(exponent + format.bias - 1, 0);
  // The last bit of the sum is the last one of the format, so that adding rounds.
  const double unit = detail::power_of_two(above_lowest + 1 - format.bias - format.mantissa_bits +
                                           detail::kMantissaBits);
  const uint64_t mantissa =
      std::bit_cast<uint64_t>(magnitude + unit) - std::bit_cast<uint64_t>(unit);
  if (mantissa == 0) return zero;
  // A mantissa that carries over moves into the exponent by itself, up to infinity.
  const uint64_t bits = (static_cast<uint64_t>(above_lowest) << format.mantissa_bits) + mantissa;
  return bits > largest ? overflow : sign | bits;
}

/// The value of a bit pattern.
inline double decode_float(uint64_t bits, const FloatFormat& format) {
  using Special = FloatFormat::Special;
  if (format.special == Special::powers_of_two)
    return bits == 0xFF ? std::nan("") : std::ldexp(1.0, static_cast<int>(bits) - format.bias);
  const uint64_t minus_zero = uint64_t{1} << (format.exponent_bits + format.mantissa_bits);
  const uint64_t sign = (bits & minus_zero) << (63 - format.exponent_bits - format.mantissa_bits);
  const uint64_t magnitude = bits & (minus_zero - 1);
  const auto exponent = static_cast<int>(magnitude >> format.mantissa_bits);
  const int shift = detail::kMantissaBits - format.mantissa_bits;
  uint64_t value = (magnitude << shift) +
                   (static_cast<uint64_t>(detail::kBias - format.bias) << detail::kMantissaBits);
  if (exponent == 0)
    value = std::bit_cast<uint64_t>(static_cast<double>(magnitude) *
                                    detail::power_of_two(1 - format.bias - format.mantissa_bits));
  // A NaN keeps its mantissa.
  if (format.special == Special::ieee && exponent == (1 << format.exponent_bits) - 1)
    value = detail::kInfinity | magnitude << shift;
  if (format.special == Special::nan_at_top && magnitude == minus_zero - 1) value = detail::kNan;
  if (format.special == Special::nan_at_zero && bits == minus_zero) return std::nan("");
  return std::bit_cast<double>(sign | value);
}

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

}  // namespace tutti
