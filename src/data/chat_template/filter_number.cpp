// SPDX-License-Identifier: Apache-2.0
// Filters that compute numbers.
#include <cmath>

#include "data/chat_template/filter.h"
#include "data/chat_template/python_text.h"

namespace tutti::data::jinja {

Value filter_number(Runtime&, const std::string& name, const Value& value,
                    const Arguments& arguments) {
  const auto fallback = bind(name, arguments, {"default"})[0];
  const bool is_integer = name == "int";
  const auto otherwise = [&] {
    if (fallback) return *fallback;
    return is_integer ? Value::integer(0) : Value::real(0);
  };
  double number = 0;
  if (value.as_text()) {
    const std::string text(strip_text(*value.as_text(), Side::both));
    char* end = nullptr;
    if (is_integer && text.find_first_of(".eExX") == std::string::npos) {
      errno = 0;
      const int64_t integer = std::strtoll(text.c_str(), &end, 10);
      const bool is_whole = !text.empty() && *end == '\0' && errno == 0;
      return is_whole ? Value::integer(integer) : otherwise();
    }
    number = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || text.find_first_of("xX") != std::string::npos)
      return otherwise();
  } else if (value.is_number()) {
    if (is_integer && !value.as_real()) return Value::integer(integer_of(value, name));
    number = number_of(value);
  } else {
    return otherwise();
  }
  if (!is_integer) return Value::real(number);
  if (!(std::abs(number) < 9e18)) return otherwise();
  return Value::integer(static_cast<int64_t>(number));
}

Value filter_extreme(Runtime&, const std::string& name, const Value& value,
                     const Arguments& arguments) {
  bind(name, arguments, {});
  const Values items = items_of(value);
  if (items.empty()) return Value::undefined("the sequence is empty");
  const Value* best = &items[0];
  for (const Value& item : items)
    if (name == "min" ? less(item, *best) : less(*best, item)) best = &item;
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
  if (number_of(value) >= 0) return value;
  return value.as_real() ? Value::real(-*value.as_real())
                         : apply_operator("-", Value::integer(0), value);
}

}  // namespace tutti::data::jinja
