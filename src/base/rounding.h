// SPDX-License-Identifier: Apache-2.0
// Rounds sizes up to multiples of a piece.
#pragma once

#include <type_traits>

#include "base/checked.h"

namespace tutti {

/// Bytes of a cache line: memory that several threads write is cut at multiples of it.
inline constexpr int64_t kCacheLine = 64;

/// Returns how many pieces are needed for `size` >= 0.
template <std::integral T>
constexpr T divide_up(T size, std::type_identity_t<T> piece) {
  return (size + piece - 1) / piece;
}

/// Returns the smallest multiple of `piece` that is not below `size`.
template <std::integral T>
constexpr T round_up(T size, std::type_identity_t<T> piece) {
  return divide_up(size, piece) * piece;
}

/// The same, but throws a UserError that names `what` if the result does not fit into 64 bits.
inline int64_t checked_round_up(int64_t size, int64_t piece, std::string_view what) {
  return checked_add(size, piece - 1, what) / piece * piece;
}

}  // namespace tutti
