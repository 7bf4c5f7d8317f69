// SPDX-License-Identifier: Apache-2.0
// Arithmetic on sizes that throws where it would overflow: sizes come from files and flags.
#pragma once

#include <concepts>

#include "base/error.h"

namespace tutti {

/// What is thrown for a size that does not fit into its type; exit code 2.
class SizeError : public UserError {
 public:
  explicit SizeError(const std::string& message) : UserError(ExitCode::usage, message) {}
};

/// Returns a * b. Throws a SizeError that names `what` if the product does not fit into T.
template <std::integral T>
T checked_multiply(T a, T b, std::string_view what) {
  T result;
  if (__builtin_mul_overflow(a, b, &result))
    throw SizeError(
        fmt::format("{}: {} x {} is larger than a {}-bit size holds", what, a, b, 8 * sizeof(T)));
  return result;
}

/// Returns a + b. Throws a SizeError that names `what` if the sum does not fit into T.
template <std::integral T>
T checked_add(T a, T b, std::string_view what) {
  T result;
  if (__builtin_add_overflow(a, b, &result))
    throw SizeError(
        fmt::format("{}: {} + {} is larger than a {}-bit size holds", what, a, b, 8 * sizeof(T)));
  return result;
}

/// Converts to another integer type. Throws a UserError that names `what` if the value does not
/// fit.
template <std::integral To, std::integral From>
To checked_cast(From value, std::string_view what) {
  if (!std::in_range<To>(value)) user_error("{}: {} is out of range", what, value);
  return static_cast<To>(value);
}

}  // namespace tutti
