// SPDX-License-Identifier: Apache-2.0
// Sizes in whole pieces.
#pragma once

#include <type_traits>

#include "base/checked.h"

namespace tutti {

/// What memory that several threads write is cut at, in bytes.
inline constexpr int64_t kCacheLine = 64;

/// How many pieces hold `size` >= 0.
template <std::integral T>
constexpr T divide_up(T size, std::type_identity_t<T> piece) {
  return (size + piece - 1) / piece;
}

/// The next multiple of `piece`.
template <std::integral T>
constexpr T round_up(T size, std::type_identity_t<T> piece) {
  return divide_up(size, piece) * piece;
}

/// The same; throws UserError naming `what` where it does not fit.
inline int64_t checked_round_up(int64_t size, int64_t piece, std::string_view what) {
  return checked_add(size, piece - 1, what) / piece * piece;
}

}  // namespace tutti
