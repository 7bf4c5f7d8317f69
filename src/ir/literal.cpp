// SPDX-License-Identifier: Apache-2.0
#include "ir/literal.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <string>

#include "ir/wrapping.h"

namespace tutti::ir {
namespace {

std::optional<uint64_t> unsigned_number(std::string_view digits, int base) {
  uint64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, failure] = std::from_chars(digits.data(), end, value, base);
  if (failure != std::errc() || stop != end) return std::nullopt;
  return value;
}

/// The magnitude of a decimal number: 0.DIGITS times a power of ten, no zero at either end.
struct Decimal {
  std::string digits;
  int64_t exponent = 0;
};

Decimal decimal_of(std::string_view text) {
  constexpr int64_t kFar = int64_t{1} << 40;  // beyond any float, whatever digits come before it
  Decimal number;
  const size_t mark = std::min(text.find_first_of("eE"), text.size());
  if (mark < text.size()) {
    std::string_view exponent = text.substr(mark + 1);
    if (exponent.starts_with('+')) exponent.remove_prefix(1);
    const auto [stop, failure] =
        std::from_chars(exponent.data(), exponent.data() + exponent.size(), number.exponent);
    if (failure != std::errc()) number.exponent = exponent.starts_with('-') ? -kFar : kFar;
    number.exponent = std::clamp(number.exponent, -kFar, kFar);
  }
  bool behind_point = false;
  for (const char c : text.substr(0, mark)) {
    if (c == '.') behind_point = true;
    if (c < '0' || c > '9') continue;
    const bool leading_zero = c == '0' && number.digits.empty();
    if (!leading_zero) number.digits += c;
    if (behind_point == leading_zero) number.exponent += leading_zero ? -1 : 1;
  }
  number.digits.erase(number.digits.find_last_not_of('0') + 1);
  return number;
}

/// Whether a literal is below (-1), at (0) or above (1) the nearest double, which has few bits.
int side_of(std::string_view text, double value) {
  // Halfway between two floats of 32 bits is a multiple of 2^-150 below 2^25 of them, or a whole
  // number below 2^129: 113 digits at most.
  constexpr int kDigits = 120;
  char exact[kDigits + 20];
  const auto end = std::to_chars(std::begin(exact), std::end(exact), std::fabs(value),
                                 std::chars_format::scientific, kDigits);
  const Decimal literal = decimal_of(text);
  const Decimal nearest = decimal_of({exact, static_cast<size_t>(end.ptr - exact)});
  const int larger = literal.exponent != nearest.exponent
                         ? (literal.exponent < nearest.exponent ? -1 : 1)
                         : literal.digits.compare(nearest.digits);
  return value < 0 ? -larger : larger;
}

/// A double that rounds to what the literal itself rounds to; `value` is the nearest to it.
double without_tie(std::string_view text, double value, ElementType type) {
  constexpr uint64_t kLastBits = (uint64_t{1} << 28) - 1;  // zero in the middle of two floats
  if (type == ElementType::f64 || value == 0 || !std::isfinite(value) ||
      (std::bit_cast<uint64_t>(value) & kLastBits) || round_to(value, type) == value)
    return value;
  const int side = side_of(text, value);
  return side == 0 ? value : std::nextafter(value, side < 0 ? -INFINITY : INFINITY);
}

}  // namespace

std::optional<int64_t> integer_literal(std::string_view text, ElementType type) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const bool hex = text.starts_with("0x");
  const auto magnitude = unsigned_number(text.substr(hex ? 2 : 0), hex ? 16 : 10);
  if (!magnitude) return std::nullopt;
  const auto highest = static_cast<uint64_t>(highest_of(type));
  const uint64_t largest = negative ? uint64_t{0} - static_cast<uint64_t>(lowest_of(type))
                           : hex    ? bit_mask(type)
                                    : highest;
  if (*magnitude > largest) return std::nullopt;
  return wrap_to(static_cast<int64_t>(negative ? uint64_t{0} - *magnitude : *magnitude), type);
}

std::optional<uint64_t> float_literal(std::string_view text, ElementType type) {
  if (text.starts_with("0x")) {
    const auto bits = unsigned_number(text.substr(2), 16);
    return bits && *bits <= bit_mask(type) ? bits : std::nullopt;
  }
  const bool negative = text.starts_with('-');
  const std::string_view magnitude = text.substr(negative ? 1 : 0);
  if (magnitude.empty() || magnitude[0] < '0' || magnitude[0] > '9') return std::nullopt;
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, value);
  if (stop != end || failure == std::errc::invalid_argument) return std::nullopt;
  if (failure == std::errc::result_out_of_range)
    value = std::copysign(decimal_of(text).exponent > 0 ? INFINITY : 0.0, negative ? -1.0 : 1.0);
  return float_bits(without_tie(text, value, type), type);
}

}  // namespace tutti::ir
