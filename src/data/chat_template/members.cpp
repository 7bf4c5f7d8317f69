// SPDX-License-Identifier: Apache-2.0
// Attributes and subscripts of values.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "data/chat_template/python_text.h"
#include "data/chat_template/runtime.h"

namespace tutti::data::jinja {
namespace {

Value loop_attribute(const Loop& loop, const std::string& name) {
  const auto number = [](size_t value) { return Value::integer(static_cast<int64_t>(value)); };
  const size_t size = loop.items.size();
  if (name == "index") return number(loop.index + 1);
  if (name == "index0") return number(loop.index);
  if (name == "revindex") return number(size - loop.index);
  if (name == "revindex0") return number(size - loop.index - 1);
  if (name == "first") return Value::boolean(loop.index == 0);
  if (name == "last") return Value::boolean(loop.index + 1 == size);
  if (name == "length") return number(size);
  // Of loops that call themselves, which are refused: others are 1 deep wherever they are.
  if (name == "depth") return number(1);
  if (name == "depth0") return number(0);
  if (name == "previtem" && loop.index > 0) return loop.items[loop.index - 1];
  if (name == "nextitem" && loop.index + 1 < size) return loop.items[loop.index + 1];
  return Value::undefined(fmt::format("'loop' has no '{}' here", escaped(name, 80)));
}

Value missing_member(const Value& value, const std::string& name) {
  return Value::undefined(
      fmt::format("'{} object' has no attribute '{}'", value.type_name(), escaped(name, 80)));
}

}  // namespace

Value attribute_of(const Value& value, const std::string& name) {
  if (value.is_undefined()) throw Problem(value.hint());
  if (has_method(value, name)) return Value::function({name, value, nullptr});
  if (value.as_dict()) {
    const Value* member = value.as_dict()->find(name);
    if (member) return *member;
  }
  if (value.as_space()) {
    const auto at = value.as_space()->members.find(name);
    if (at != value.as_space()->members.end()) return at->second;
  }
  if (value.as_loop() && value.as_loop()->index < value.as_loop()->items.size())
    return loop_attribute(*value.as_loop(), name);
  return missing_member(value, name);
}

Value subscript_of(const Value& value, const Value& key) {
  if (value.is_undefined()) throw Problem(value.hint());
  if (value.as_dict() && key.as_text()) {
    const Value* member = value.as_dict()->find(*key.as_text());
    if (member) return *member;
  }
  if (key.as_text()) return attribute_of(value, *key.as_text());
  const bool is_sequence =
      value.is_list({ListKind::list, ListKind::tuple, ListKind::range}) || value.as_text();
  if (is_sequence && (key.as_integer() || key.as_bool())) {
    const auto size = static_cast<int64_t>(length_of(value));
    int64_t index = integer_of(key, "an index");
    if (index < 0) index += size;
    if (index < 0 || index >= size)
      return Value::undefined(fmt::format("{} has no item {}, it has {}", value.type_name(),
                                          integer_of(key, "an index"), size));
    if (value.as_list()) return value.as_list()->items[static_cast<size_t>(index)];
    const auto from = static_cast<size_t>(index);
    const std::string_view rest =
        std::string_view(*value.as_text()).substr(byte_of_character(*value.as_text(), from));
    return Value::text(std::string(rest.substr(0, byte_of_character(rest, 1))));
  }
  return missing_member(value, printed(key));
}

bool contains(const Value& container, const Value& value) {
  if (container.as_text()) {
    if (value.is_undefined()) throw Problem(value.hint());
    return find_part(*container.as_text(), text_of(value, "in")) != std::string_view::npos;
  }
  if (container.as_dict() && (value.as_dict() || value.is_list({ListKind::list, ListKind::view})))
    throw Problem(fmt::format("found {} in a dict, expected a key", value.type_name()));
  if (container.as_dict()) return value.as_text() && container.as_dict()->find(*value.as_text());
  const Values items = items_of(container);
  return std::any_of(items.begin(), items.end(),
                     [&](const Value& item) { return equal(item, value); });
}

}  // namespace tutti::data::jinja
