// SPDX-License-Identifier: Apache-2.0
// Rounding of doubles to narrower floating-point types, to nearest even, and their bit patterns.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "ir/element_type.h"

namespace tutti::ir {

namespace detail {

/// A binary float of `exponent_bits` and `mantissa_bits` with IEEE infinities and NaN.
inline uint64_t encode_float(double value, int exponent_bits, int mantissa_bits) {
  const uint64_t sign = std::signbit(value) ? uint64_t{1} << (exponent_bits + mantissa_bits) : 0;
  const uint64_t infinity = ((uint64_t{1} << exponent_bits) - 1) << mantissa_bits;
  if (std::isnan(value)) return sign | infinity | (uint64_t{1} << (mantissa_bits - 1));
  if (std::isinf(value)) return sign | infinity;
  if (value == 0) return sign;
  const int bias = (1 << (exponent_bits - 1)) - 1;
  int exponent;
  std::frexp(value, &exponent);  // |value| in [0.5, 1) * 2^exponent
  const int lowest = 1 - bias;
  const int scale = std::max(exponent - 1, lowest) - mantissa_bits;  // weight of the last bit
  const auto mantissa = static_cast<uint64_t>(std::nearbyint(std::ldexp(std::fabs(value), -scale)));
  if (mantissa == 0) return sign;
  // A mantissa that carries over moves into the exponent by itself, up to infinity.
  const int biased = std::max(exponent - 1, lowest) + bias;
  const bool normal = exponent - 1 >= lowest;
  uint64_t bits =
      normal ? (static_cast<uint64_t>(biased - 1) << mantissa_bits) + mantissa : mantissa;
  if (bits >= infinity) bits = infinity;
  return sign | bits;
}

inline double decode_float(uint64_t bits, int exponent_bits, int mantissa_bits) {
  const bool negative = (bits >> (exponent_bits + mantissa_bits)) & 1;
  const auto exponent =
      static_cast<int>((bits >> mantissa_bits) & ((uint64_t{1} << exponent_bits) - 1));
  const uint64_t mantissa = bits & ((uint64_t{1} << mantissa_bits) - 1);
  const int bias = (1 << (exponent_bits - 1)) - 1;
  double value;
  if (exponent == (1 << exponent_bits) - 1)
    value = mantissa ? std::nan("") : INFINITY;
  else if (exponent == 0)
    value = std::ldexp(static_cast<double>(mantissa), 1 - bias - mantissa_bits);
  else
    value = std::ldexp(static_cast<double>(mantissa | (uint64_t{1} << mantissa_bits)),
                       exponent - bias - mantissa_bits);
  return negative ? -value : value;
}

}  // namespace detail

/// The bit pattern of `value` in a float type.
inline uint64_t float_bits(double value, ElementType type) {
  switch (type) {
    case ElementType::bf16:
      return detail::encode_float(value, 8, 7);
    case ElementType::f16:
      return detail::encode_float(value, 5, 10);
    case ElementType::f32:
      return std::bit_cast<uint32_t>(static_cast<float>(value));
    default:
      return std::bit_cast<uint64_t>(value);
  }
}

inline double float_from_bits(uint64_t bits, ElementType type) {
  switch (type) {
    case ElementType::bf16:
      return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
    case ElementType::f16:
      return detail::decode_float(bits, 5, 10);
    case ElementType::f32:
      return std::bit_cast<float>(static_cast<uint32_t>(bits));
    default:
      return std::bit_cast<double>(bits);
  }
}

/// `value` rounded to a float type.
inline double round_to(double value, ElementType type) {
  if (type == ElementType::f64) return value;
  if (type == ElementType::f32) return static_cast<float>(value);
  return float_from_bits(float_bits(value, type), type);
}

/// `value` wrapped modulo 2^bits into an integer type (i1: 0 or 1).
inline int64_t wrap_to(int64_t value, ElementType type) {
  switch (type) {
    case ElementType::i1:
      return value & 1;
    case ElementType::i8:
      return static_cast<int8_t>(value);
    case ElementType::i16:
      return static_cast<int16_t>(value);
    case ElementType::i32:
      return static_cast<int32_t>(value);
    case ElementType::ui8:
      return static_cast<uint8_t>(value);
    case ElementType::ui16:
      return static_cast<uint16_t>(value);
    case ElementType::ui32:
      return static_cast<uint32_t>(value);
    default:
      return value;
  }
}

}  // namespace tutti::ir
