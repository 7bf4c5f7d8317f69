// SPDX-License-Identifier: Apache-2.0
// Integer arithmetic modulo 2^64, and the bits of narrower types.
#pragma once

#include <cstdint>

#include "ir/small_float.h"

namespace tutti::ir {

inline int64_t wrapping_add(int64_t x, int64_t y) {
  return static_cast<int64_t>(static_cast<uint64_t>(x) + static_cast<uint64_t>(y));
}
inline int64_t wrapping_subtract(int64_t x, int64_t y) {
  return static_cast<int64_t>(static_cast<uint64_t>(x) - static_cast<uint64_t>(y));
}
inline int64_t wrapping_multiply(int64_t x, int64_t y) {
  return static_cast<int64_t>(static_cast<uint64_t>(x) * static_cast<uint64_t>(y));
}

/// Ones in the bits that an integer type has.
inline uint64_t bit_mask(ElementType type) {
  return ~uint64_t{0} >> (64 - bit_width(type));
}

/// Whether an integer type has a bit at this place, so that a shift by as many leaves any.
inline bool has_bit(ElementType type, int64_t place) {
  return static_cast<uint64_t>(place) < static_cast<uint64_t>(bit_width(type));
}

/// The bits of an integer type read as a signed number.
inline int64_t sign_extended(int64_t value, ElementType type) {
  const int unused = 64 - bit_width(type);
  return static_cast<int64_t>(static_cast<uint64_t>(value) << unused) >> unused;
}

}  // namespace tutti::ir
