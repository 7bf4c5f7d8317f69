// SPDX-License-Identifier: Apache-2.0
// Operators, comparisons and slices of chat templates.
#include <fmt/format.h>

#include <array>

#include "data/chat_template/python_text.h"
#include "data/chat_template/runtime.h"

namespace tutti::data::jinja {
namespace {

bool compare_values(const std::string& symbol, const Value& left, const Value& right) {
  if (symbol == "==") return equal(left, right);
  if (symbol == "!=") return !equal(left, right);
  if (symbol == "<") return less(left, right);
  if (symbol == ">") return less(right, left);
  if (symbol == "<=") return less(left, right) || equal(left, right);
  if (symbol == ">=") return less(right, left) || equal(left, right);
  return contains(right, left) == (symbol == "in");
}

}  // namespace

Value Runtime::evaluate_unary(const Expression& expression) {
  const Value value = evaluate(*expression.parts[0]);
  if (expression.text == "not") return Value::boolean(!value.is_true());
  const bool is_minus = expression.text == "-";
  if (value.as_real()) return Value::real(is_minus ? -*value.as_real() : *value.as_real());
  return apply_operator(expression.text, Value::integer(0), value);
}

Value Runtime::evaluate_binary(const Expression& expression) {
  Value left = evaluate(*expression.parts[0]);
  if (expression.text == "and" || expression.text == "or") {
    if (left.is_true() == (expression.text == "or")) return left;
    return evaluate(*expression.parts[1]);
  }
  const Value right = evaluate(*expression.parts[1]);
  charge(left);
  charge(right);
  Value value = apply_operator(expression.text, left, right);
  charge(value);
  return value;
}

Value Runtime::evaluate_compare(const Expression& expression) {
  Value left = evaluate(*expression.parts[0]);
  for (size_t i = 0; i < expression.names.size(); i++) {
    Value right = evaluate(*expression.parts[i + 1]);
    charge(left);
    charge(right);
    if (!compare_values(expression.names[i], left, right)) return Value::boolean(false);
    left = std::move(right);
  }
  return Value::boolean(true);
}

Value Runtime::evaluate_slice(const Expression& expression) {
  const Value value = evaluate(*expression.parts[0]);
  std::array<std::optional<int64_t>, 3> bounds;
  for (size_t i = 0; i < 3; i++) {
    if (!expression.parts[i + 1]) continue;
    const Value bound = evaluate(*expression.parts[i + 1]);
    if (!bound.is_none()) bounds[i] = integer_of(bound, "a slice");
  }
  charge(value);
  if (value.is_undefined()) throw Problem(value.hint());
  if (value.as_text())
    return Value::text(slice_text(*value.as_text(), bounds[0], bounds[1], bounds[2]));
  if (!value.is_list({ListKind::list, ListKind::tuple}))
    throw Problem(
        fmt::format("found a slice of {}, expected one of a list or a text", value.type_name()));
  const List& list = *value.as_list();
  const Slice slice = slice_of(list.items.size(), bounds[0], bounds[1], bounds[2]);
  Values taken;
  for (size_t i = 0; i < slice.count; i++) taken.push_back(list.items[slice.index(i)]);
  return Value::list(std::move(taken), list.kind);
}

}  // namespace tutti::data::jinja
