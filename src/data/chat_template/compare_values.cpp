// SPDX-License-Identifier: Apache-2.0
// Which values of chat templates are equal, and which is less.
#include <fmt/format.h>

#include <algorithm>

#include "data/chat_template/value.h"

namespace tutti::data::jinja {
namespace {

bool equal_dicts(const Dict& left, const Dict& right) {
  if (left.entries.size() != right.entries.size()) return false;
  return std::all_of(left.entries.begin(), left.entries.end(), [&](const auto& entry) {
    const Value* other = right.find(entry.first);
    return other != nullptr && equal(entry.second, *other);
  });
}

}  // namespace

bool equal(const Value& left, const Value& right) {
  if (left.is_number() && right.is_number()) {
    if (left.as_real() || right.as_real()) return number_of(left) == number_of(right);
    return integer_of(left, "==") == integer_of(right, "==");
  }
  if (left.as_text() && right.as_text()) return *left.as_text() == *right.as_text();
  if (left.as_list() && right.as_list()) {
    const List &a = *left.as_list(), &b = *right.as_list();
    return a.is_tuple == b.is_tuple &&
           std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), equal);
  }
  if (left.as_dict() && right.as_dict()) return equal_dicts(*left.as_dict(), *right.as_dict());
  if (left.as_space() || right.as_space()) return left.as_space() == right.as_space();
  return (left.is_none() && right.is_none()) || (left.is_undefined() && right.is_undefined());
}

bool less(const Value& left, const Value& right) {
  if (left.is_number() && right.is_number()) {
    if (left.as_real() || right.as_real()) return number_of(left) < number_of(right);
    return integer_of(left, "<") < integer_of(right, "<");
  }
  if (left.as_text() && right.as_text()) return *left.as_text() < *right.as_text();
  if (left.as_list() && right.as_list() && left.as_list()->is_tuple == right.as_list()->is_tuple) {
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
