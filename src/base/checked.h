// SPDX-License-Identifier: Apache-2.0
// Size arithmetic that cannot wrap: sizes come from files and flags.
#pragma once

#include <concepts>

#include "base/error.h"

namespace tutti {

/// a * b; throws UserError naming `what` where the product does not fit.
template <std::integral T>
T checked_multiply(T a, T b, std::string_view what) {
  T result;
  if (__builtin_mul_overflow(a, b, &result))
    user_error("{}: {} x {} is larger than a {}-bit size holds", what, a, b, 8 * sizeof(T));
  return result;
}

/// a + b; throws UserError naming `what` where the sum does not fit.
template <std::integral T>
T checked_add(T a, T b, std::string_view what) {
  T result;
  if (__builtin_add_overflow(a, b, &result))
    user_error("{}: {} + {} is larger than a {}-bit size holds", what, a, b, 8 * sizeof(T));
  return result;
}

/// A conversion between integer types; throws UserError naming `what` where the value does not fit.
template <std::integral To, std::integral From>
To checked_cast(From value, std::string_view what) {
  if (!std::in_range<To>(value)) user_error("{}: {} is out of range", what, value);
  return static_cast<To>(value);
}

}  // namespace tutti
