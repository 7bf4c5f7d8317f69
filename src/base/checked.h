// SPDX-License-Identifier: Apache-2.0
// Size arithmetic that cannot wrap: sizes come from files and flags.
#pragma once

#include <concepts>

#include "base/error.h"

namespace tutti {

/// A size that does not fit.
class SizeError : public UserError {
 public:
  explicit SizeError(const std::string& message) : UserError(ExitCode::usage, message) {}
};

/// a * b; throws SizeError naming `what` where the product does not fit.
template <std::integral T>
T checked_multiply(T a, T b, std::string_view what) {
  T result;
  if (__builtin_mul_overflow(a, b, &result))
    throw SizeError(
        fmt::format("{}: {} x {} is larger than a {}-bit size holds", what, a, b, 8 * sizeof(T)));
  return result;
}

/// a + b; throws SizeError naming `what` where the sum does not fit.
template <std::integral T>
T checked_add(T a, T b, std::string_view what) {
  T result;
  if (__builtin_add_overflow(a, b, &result))
    throw SizeError(
        fmt::format("{}: {} + {} is larger than a {}-bit size holds", what, a, b, 8 * sizeof(T)));
  return result;
}

/// A conversion between integer types; throws UserError naming `what` where the value does not fit.
template <std::integral To, std::integral From>
To checked_cast(From value, std::string_view what) {
  if (!std::in_range<To>(value)) user_error("{}: {} is out of range", what, value);
  return static_cast<To>(value);
}

}  // namespace tutti
