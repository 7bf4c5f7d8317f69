// SPDX-License-Identifier: Apache-2.0
// The tests of `x is test`.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "data/chat_template/python_text.h"
#include "data/chat_template/runtime.h"

namespace tutti::data::jinja {
namespace {

using KindTest = bool (*)(const Value&);
using PairTest = bool (*)(const Value&, const Value&);

/// An undefined value of Jinja can be called, which fails; a loop calls itself.
bool is_callable_value(const Value& value) {
  return value.as_function() || value.as_loop() || value.is_undefined();
}

bool is_iterable_value(const Value& value) {
  return value.as_text() || value.as_list() || value.as_dict() || value.is_undefined();
}

bool is_sequence_value(const Value& value) {
  return is_iterable_value(value) && !value.is_list({ListKind::view, ListKind::generator});
}

bool is_rest(const Value& value, int64_t of, int64_t rest) {
  return equal(apply_operator("%", value, Value::integer(of)), Value::integer(rest));
}

bool is_multiple(const Value& value, const Value& of) {
  return equal(apply_operator("%", value, of), Value::integer(0));
}

/// Python's "is": a list or a dict is no other, however equal.
bool is_same_value(const Value& left, const Value& right) {
  if (left.as_list() || left.as_dict())
    return left.as_list() == right.as_list() && left.as_dict() == right.as_dict();
  return left.type_name() == right.type_name() && equal(left, right);
}

const std::map<std::string_view, KindTest>& kind_tests() {
  static const std::map<std::string_view, KindTest> kTests = {
      {"defined", [](const Value& v) { return !v.is_undefined(); }},
      {"undefined", [](const Value& v) { return v.is_undefined(); }},
      {"none", [](const Value& v) { return v.is_none(); }},
      {"string", [](const Value& v) { return v.as_text() != nullptr; }},
      {"boolean", [](const Value& v) { return v.as_bool() != nullptr; }},
      {"true", [](const Value& v) { return v.as_bool() && *v.as_bool(); }},
      {"false", [](const Value& v) { return v.as_bool() && !*v.as_bool(); }},
      {"number", [](const Value& v) { return v.is_number(); }},
      {"integer", [](const Value& v) { return v.as_integer() != nullptr; }},
      {"float", [](const Value& v) { return v.as_real() != nullptr; }},
      {"mapping", [](const Value& v) { return v.as_dict() != nullptr; }},
      {"iterable", is_iterable_value},
      {"sequence", is_sequence_value},
      {"callable", is_callable_value},
      {"odd", [](const Value& v) { return is_rest(v, 2, 1); }},
      {"even", [](const Value& v) { return is_rest(v, 2, 0); }},
      {"lower", [](const Value& v) { return is_lower_text(printed(v)); }},
      {"upper", [](const Value& v) { return is_upper_text(printed(v)); }}};
  return kTests;
}

const std::map<std::string_view, PairTest>& pair_tests() {
  static const PairTest kNotEqual = [](const Value& a, const Value& b) { return !equal(a, b); };
  static const PairTest kGreater = [](const Value& a, const Value& b) { return less(b, a); };
  static const PairTest kAtMost = [](const Value& a, const Value& b) {
    return less(a, b) || equal(a, b);
  };
  static const PairTest kAtLeast = [](const Value& a, const Value& b) {
    return less(b, a) || equal(a, b);
  };
  static const std::map<std::string_view, PairTest> kTests = {
      {"equalto", equal},
      {"eq", equal},
      {"==", equal},
      {"ne", kNotEqual},
      {"!=", kNotEqual},
      {"lt", less},
      {"lessthan", less},
      {"<", less},
      {"gt", kGreater},
      {"greaterthan", kGreater},
      {">", kGreater},
      {"le", kAtMost},
      {"<=", kAtMost},
      {"ge", kAtLeast},
      {">=", kAtLeast},
      {"sameas", is_same_value},
      {"divisibleby", is_multiple},
      {"in", [](const Value& a, const Value& b) { return contains(b, a); }}};
  return kTests;
}

}  // namespace

bool Runtime::apply_test(const std::string& name, const Value& value, const Arguments& arguments) {
  const auto kind = kind_tests().find(name);
  if (kind != kind_tests().end()) {
    bind(name, arguments, {});
    return kind->second(value);
  }
  const auto pair = pair_tests().find(name);
  if (pair != pair_tests().end()) {
    const auto other = bind(name, arguments, {"other"})[0];
    if (!other) throw Problem(fmt::format("{}: found no argument, expected one", name));
    return pair->second(value, *other);
  }
  std::vector<std::string_view> known;
  for (const auto& [test, function] : kind_tests()) known.push_back(test);
  for (const auto& [test, function] : pair_tests()) known.push_back(test);
  throw Problem(fmt::format("found the test \"{}\", expected one of: {}", escaped(name, 80),
                            fmt::join(known, ", ")));
}

}  // namespace tutti::data::jinja
