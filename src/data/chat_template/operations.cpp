// SPDX-License-Identifier: Apache-2.0
// Operators, with Python's meaning.
#include <fmt/format.h>

#include <cmath>

#include "data/chat_template/python_text.h"
#include "data/chat_template/runtime.h"

namespace tutti::data::jinja {
namespace {

[[noreturn]] void fail_operator(const std::string& symbol, const Value& left, const Value& right) {
  for (const Value* value : {&left, &right})
    if (value->is_undefined()) throw Problem(value->hint());
  throw Problem(fmt::format("found {} {} {}, expected operands that fit", left.type_name(), symbol,
                            right.type_name()));
}

Value bounded_integer(bool overflows, int64_t result) {
  if (overflows) throw Problem("found a result of more than 64 bits, expected a smaller integer");
  return Value::integer(result);
}

[[noreturn]] void fail_division() {
  throw Problem("found a division by zero, expected another divisor");
}

/// Python's // and %: the quotient is rounded down.
Value divide_integers(bool is_quotient, int64_t a, int64_t b) {
  if (b == 0) fail_division();
  if (b == -1) {  // the only quotient that may not fit
    int64_t negated = 0;
    const bool overflows = __builtin_sub_overflow(int64_t{0}, a, &negated);
    return is_quotient ? bounded_integer(overflows, negated) : Value::integer(0);
  }
  const bool is_inexact = a % b != 0 && (a < 0) != (b < 0);
  if (is_quotient) return Value::integer(a / b - (is_inexact ? 1 : 0));
  return Value::integer(a % b + (is_inexact ? b : 0));
}

/// What Python has no float for is an error.
Value power_of_reals(double base, double exponent) {
  if (base == 0 && exponent < 0) fail_division();
  const double power = std::pow(base, exponent);
  if (std::isnan(power) && !std::isnan(base) && !std::isnan(exponent))
    throw Problem("found a root of a negative number, expected a real result");
  if (std::isinf(power) && std::isfinite(base) && std::isfinite(exponent))
    throw Problem("found a power that is too large, expected a smaller one");
  return Value::real(power);
}

Value power_of_integers(int64_t base, int64_t exponent) {
  if (exponent < 0) return power_of_reals(static_cast<double>(base), static_cast<double>(exponent));
  int64_t result = 1;
  bool overflows = false;
  if (base == 0 || base == 1 || base == -1) exponent = exponent == 0 ? 0 : 2 - exponent % 2;
  for (int64_t i = 0; i < exponent && !overflows; i++)
    overflows = __builtin_mul_overflow(result, base, &result);
  return bounded_integer(overflows, result);
}

Value apply_to_integers(const std::string& symbol, int64_t a, int64_t b) {
  if (symbol == "**") return power_of_integers(a, b);
  if (symbol == "//" || symbol == "%") return divide_integers(symbol == "//", a, b);
  int64_t result = 0;
  const bool overflows = symbol == "+"   ? __builtin_add_overflow(a, b, &result)
                         : symbol == "-" ? __builtin_sub_overflow(a, b, &result)
                                         : __builtin_mul_overflow(a, b, &result);
  return bounded_integer(overflows, result);
}

/// Python's // and %: the remainder has the divisor's sign, and the quotient is what it leaves.
Value divide_reals(bool is_quotient, double a, double b) {
  double rest = std::fmod(a, b), quotient = (a - rest) / b;
  if (rest == 0) {
    rest = std::copysign(0.0, b);
  } else if ((b < 0) != (rest < 0)) {
    rest += b;
    quotient -= 1;
  }
  if (!is_quotient) return Value::real(rest);
  if (quotient == 0) return Value::real(std::copysign(0.0, a / b));
  const double floored = std::floor(quotient);
  return Value::real(quotient - floored > 0.5 ? floored + 1 : floored);
}

Value apply_to_reals(const std::string& symbol, double a, double b) {
  if (symbol == "+") return Value::real(a + b);
  if (symbol == "-") return Value::real(a - b);
  if (symbol == "*") return Value::real(a * b);
  if (symbol == "**") return power_of_reals(a, b);
  if (b == 0) fail_division();
  if (symbol == "/") return Value::real(a / b);
  return divide_reals(symbol == "//", a, b);
}

Value repeated(const Value& value, int64_t count) {
  if (count <= 0) count = 0;
  size_t weight = 0;
  if (__builtin_mul_overflow(value.weight(), static_cast<size_t>(count), &weight) ||
      weight > kMaxValueWeight)
    throw Problem(
        fmt::format("found {} * {}, expected a smaller result", value.type_name(), count));
  if (value.as_list()) {
    MemoryMeter::expect_room(value.as_list()->items.size() * static_cast<size_t>(count) *
                             sizeof(Value));
    Values items;
    for (int64_t i = 0; i < count; i++)
      items.insert(items.end(), value.as_list()->items.begin(), value.as_list()->items.end());
    return Value::list(std::move(items), value.as_list()->kind);
  }
  std::string text;
  for (int64_t i = 0; i < count; i++) text += *value.as_text();
  return Value::text(std::move(text));
}

std::optional<Value> apply_to_sequences(const std::string& symbol, const Value& left,
                                        const Value& right) {
  if (symbol == "+" && left.as_text() && right.as_text())
    return Value::text(*left.as_text() + *right.as_text());
  const auto is_list = [](const Value& value) {
    return value.is_list({ListKind::list, ListKind::tuple});
  };
  if (symbol == "+" && is_list(left) && right.is_list({left.as_list()->kind})) {
    Values items = left.as_list()->items;
    const Values& more = right.as_list()->items;
    items.insert(items.end(), more.begin(), more.end());
    return Value::list(std::move(items), left.as_list()->kind);
  }
  const auto is_count = [](const Value& value) { return value.as_integer() || value.as_bool(); };
  if (symbol == "*" && (left.as_text() || is_list(left)) && is_count(right))
    return repeated(left, integer_of(right, "*"));
  if (symbol == "*" && (right.as_text() || is_list(right)) && is_count(left))
    return repeated(right, integer_of(left, "*"));
  return std::nullopt;
}

}  // namespace

Value apply_operator(const std::string& symbol, const Value& left, const Value& right) {
  if (symbol == "~") return Value::text(printed(left) + printed(right));
  if (left.is_number() && right.is_number()) {
    if (left.as_real() || right.as_real() || symbol == "/")
      return apply_to_reals(symbol, number_of(left), number_of(right));
    return apply_to_integers(symbol, integer_of(left, symbol), integer_of(right, symbol));
  }
  std::optional<Value> value = apply_to_sequences(symbol, left, right);
  if (!value) fail_operator(symbol, left, right);
  return *std::move(value);
}

}  // namespace tutti::data::jinja
