// SPDX-License-Identifier: Apache-2.0
// Filters that compute numbers.
#include <cmath>
#include <cstdlib>
#include <optional>

#include "data/chat_template/filter.h"
#include "data/chat_template/python_text.h"

namespace tutti::data::jinja {

namespace {

/// A text as int() and float() read it: without white space around it and with the digits of ASCII;
/// nothing where an underscore is not between two digits.
std::optional<std::string> number_text(std::string_view text) {
  const std::string ascii = with_ascii_digits(strip_text(text, Side::both));
  const auto is_digit = [&](size_t i) {
    return i < ascii.size() && ascii[i] >= '0' && ascii[i] <= '9';
  };
  std::string result;
  for (size_t i = 0; i < ascii.size(); i++) {
    if (ascii[i] != '_')
      result += ascii[i];
    else if (i == 0 || !is_digit(i - 1) || !is_digit(i + 1))
      return std::nullopt;
  }
  return result;
}

std::optional<Value> integer_of_text(const std::string& text) {
  const size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  if (text.size() == sign || text.find_first_not_of("0123456789", sign) != std::string::npos)
    return std::nullopt;
  errno = 0;
  const int64_t integer = std::strtoll(text.c_str(), nullptr, 10);
  if (errno != 0) throw Problem("int: found more than 64 bits, expected a smaller integer");
  return Value::integer(integer);
}

/// strtod() reads more than float() does: hexadecimal numbers and "nan(...)".
std::optional<double> real_of_text(const std::string& text) {
  if (text.empty() || text.find_first_of("xX(\0", 0, 4) != std::string::npos) return std::nullopt;
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  return *end == '\0' ? std::optional(number) : std::nullopt;
}

/// int() of a float; nothing where Jinja takes the default.
std::optional<Value> integer_of_real(double number) {
  if (!std::isfinite(number)) return std::nullopt;
  if (!(std::abs(number) < 0x1p63))
    throw Problem("int: found more than 64 bits, expected a smaller integer");
  return Value::integer(static_cast<int64_t>(number));
}

}  // namespace

Value filter_number(Runtime&, const std::string& name, const Value& value,
                    const Arguments& arguments) {
  const auto fallback = bind(name, arguments, {"default"})[0];
  const bool is_integer = name == "int";
  std::optional<double> number;
  if (value.as_text()) {
    const std::optional<std::string> text = number_text(*value.as_text());
    if (is_integer && text)
      if (const auto integer = integer_of_text(*text)) return *integer;
    if (text) number = real_of_text(*text);
  } else if (value.is_number()) {
    if (is_integer && !value.as_real()) return Value::integer(integer_of(value, name));
    number = number_of(value);
  }
  if (number && !is_integer) return Value::real(*number);
  if (number)
    if (const auto integer = integer_of_real(*number)) return *integer;
  if (fallback) return *fallback;
  return is_integer ? Value::integer(0) : Value::real(0);
}

Value filter_extreme(Runtime&, const std::string& name, const Value& value,
                     const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"case_sensitive", "attribute"});
  const Values items = items_of(value);
  if (items.empty()) return Value::undefined("the sequence is empty");
  Values keys;
  if (bound[1] && !bound[1]->is_none()) keys = keys_of_path(printed(*bound[1]));
  const auto key_of = [&](const Value& item) {
    return caseless(member_of(item, keys), is_set(bound[0]));
  };
  const Value* best = &items[0];
  Value best_key = key_of(*best);
  for (const Value& item : items) {
    Value key = key_of(item);
    if (!(name == "min" ? less(key, best_key) : less(best_key, key))) continue;
    best = &item;
    best_key = std::move(key);
  }
  return *best;
}

Value filter_sum(Runtime&, const std::string& name, const Value& value,
                 const Arguments& arguments) {
  bind(name, arguments, {});
  Value sum = Value::integer(0);
  for (const Value& item : items_of(value)) sum = apply_operator("+", sum, item);
  return sum;
}

Value filter_absolute(Runtime&, const std::string& name, const Value& value,
                      const Arguments& arguments) {
  bind(name, arguments, {});
  if (value.as_real()) return Value::real(std::abs(*value.as_real()));
  const int64_t integer = integer_of(value, name);
  return integer >= 0 ? Value::integer(integer) : apply_operator("-", Value::integer(0), value);
}

}  // namespace tutti::data::jinja
