// SPDX-License-Identifier: Apache-2.0
// Filters of any value.
#include <algorithm>

#include "data/chat_template/filter.h"
#include "data/chat_template/python_text.h"

namespace tutti::data::jinja {
namespace {

/// A text, or a number of spaces.
std::string indent_of(const Value& value, const std::string& name) {
  if (const auto* text = value.as_text()) return *text;
  return blanks(integer_of(value, name), name);
}

}  // namespace

Value filter_default(Runtime&, const std::string& name, const Value& value,
                     const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"default_value", "boolean"});
  const bool is_missing = value.is_undefined() || (is_set(bound[1]) && !value.is_true());
  if (!is_missing) return value;
  return bound[0] ? *bound[0] : Value::text("");
}

Value filter_length(Runtime&, const std::string& name, const Value& value,
                    const Arguments& arguments) {
  bind(name, arguments, {});
  return Value::integer(static_cast<int64_t>(length_of(value)));
}

Value filter_tojson(Runtime&, const std::string& name, const Value& value,
                    const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"ensure_ascii", "indent", "separators", "sort_keys"});
  JsonStyle style;
  style.ascii = is_set(bound[0]);
  style.sorted = is_set(bound[3]);
  if (bound[1] && !bound[1]->is_none()) {
    style.indent = indent_of(*bound[1], name);
    style.item_separator.pop_back();  // no blank before the end of a line
  }
  if (bound[2] && !bound[2]->is_none()) {
    const Values separators = items_of(*bound[2]);
    if (separators.size() != 2) throw Problem("tojson: expected two separators");
    style.item_separator = text_of(separators[0], name);
    style.key_separator = text_of(separators[1], name);
  }
  return Value::text(json_text(value, style));
}

}  // namespace tutti::data::jinja
