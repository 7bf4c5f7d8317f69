// SPDX-License-Identifier: Apache-2.0
// Numbers, texts and items of values.
#include <fmt/format.h>

#include "data/chat_template/python_text.h"
#include "data/chat_template/value.h"

namespace tutti::data::jinja {

double number_of(const Value& value) {
  if (value.as_bool()) return *value.as_bool() ? 1 : 0;
  if (value.as_integer()) return static_cast<double>(*value.as_integer());
  if (value.as_real()) return *value.as_real();
  if (value.is_undefined()) throw Problem(value.hint());
  throw Problem(fmt::format("found {}, expected a number", value.type_name()));
}

int64_t integer_of(const Value& value, std::string_view what) {
  if (value.as_bool()) return *value.as_bool() ? 1 : 0;
  if (value.as_integer()) return *value.as_integer();
  if (value.is_undefined()) throw Problem(value.hint());
  throw Problem(fmt::format("{}: found {}, expected an integer", what, value.type_name()));
}

const std::string& text_of(const Value& value, std::string_view what) {
  if (value.as_text()) return *value.as_text();
  if (value.is_undefined()) throw Problem(value.hint());
  throw Problem(fmt::format("{}: found {}, expected a text", what, value.type_name()));
}

Values items_of(const Value& value) {
  Values items;
  if (const List* list = value.as_list()) {
    if (list->is_used)
      throw Problem(
          "found a generator that was gone through before, which leaves it empty; expected a list "
          "of it, by \"|list\"");
    list->is_used = list->kind == ListKind::generator;
    return list->items;
  }
  if (value.as_dict()) {
    for (const auto& entry : value.as_dict()->entries) items.push_back(Value::text(entry.first));
  } else if (value.as_text()) {
    for (std::string& character : characters_of_text(*value.as_text()))
      items.push_back(Value::text(std::move(character)));
  } else if (!value.is_undefined()) {
    throw Problem(fmt::format("found {}, expected a list, a dict or a text", value.type_name()));
  }
  return items;
}

size_t length_of(const Value& value) {
  if (value.as_list() && !value.is_list({ListKind::generator}))
    return value.as_list()->items.size();
  if (value.as_dict()) return value.as_dict()->entries.size();
  if (value.as_text()) return count_characters(*value.as_text());
  if (value.is_undefined()) return 0;
  throw Problem(fmt::format("found {}, expected a list, a dict or a text", value.type_name()));
}

}  // namespace tutti::data::jinja
