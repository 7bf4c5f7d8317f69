// SPDX-License-Identifier: Apache-2.0
// Which values of chat templates are equal, and which is less.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "data/chat_template/value.h"

namespace tutti::data::jinja {
namespace {

bool equal_dicts(const Dict& left, const Dict& right) {
  if (left.entries.size() != right.entries.size()) return false;
  std::map<std::string_view, const Value*> others;
  for (const auto& [key, value] : right.entries) others.emplace(key, &value);
  return std::all_of(left.entries.begin(), left.entries.end(), [&](const auto& entry) {
    const auto other = others.find(entry.first);
    return other != others.end() && equal(entry.second, *other->second);
  });
}

bool equal_lists(const List& left, const List& right) {
  if (&left == &right) return true;
  if (left.kind != right.kind || left.kind == ListKind::generator) return false;
  if (left.kind == ListKind::view)
    throw Problem(fmt::format("found a comparison of {} with {}, expected lists of them",
                              left.shown, right.shown));
  return std::equal(left.items.begin(), left.items.end(), right.items.begin(), right.items.end(),
                    equal);
}

/// Which of two numbers is less; 0 where they are equal, and nothing where one is NaN. A long
/// double has all digits of both types.
std::optional<int> order_of(const Value& left, const Value& right) {
  const auto exact = [](const Value& value) {
    return value.as_real() ? static_cast<long double>(*value.as_real())
                           : static_cast<long double>(integer_of(value, "<"));
  };
  const long double a = exact(left), b = exact(right);
  if (std::isnan(a) || std::isnan(b)) return std::nullopt;
  return a < b ? -1 : a > b ? 1 : 0;
}

}  // namespace

bool equal(const Value& left, const Value& right) {
  if (left.is_number() && right.is_number()) return order_of(left, right) == 0;
  if (left.as_text() && right.as_text()) return *left.as_text() == *right.as_text();
  if (left.as_list() && right.as_list()) return equal_lists(*left.as_list(), *right.as_list());
  if (left.as_dict() && right.as_dict()) return equal_dicts(*left.as_dict(), *right.as_dict());
  if (left.as_space() || right.as_space()) return left.as_space() == right.as_space();
  return (left.is_none() && right.is_none()) || (left.is_undefined() && right.is_undefined());
}

bool less(const Value& left, const Value& right) {
  if (left.is_number() && right.is_number()) return order_of(left, right) == -1;
  if (left.as_text() && right.as_text()) return *left.as_text() < *right.as_text();
  if (left.is_list({ListKind::list, ListKind::tuple}) && right.is_list({left.as_list()->kind})) {
    const Values &a = left.as_list()->items, &b = right.as_list()->items;
    const auto [at, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end(), equal);
    if (at == a.end() || other == b.end()) return at == a.end() && other != b.end();
    return less(*at, *other);
  }
  for (const Value* value : {&left, &right})
    if (value->is_undefined()) throw Problem(value->hint());
  throw Problem(fmt::format("found a comparison of {} with {}, expected values with an order",
                            left.type_name(), right.type_name()));
}

}  // namespace tutti::data::jinja
