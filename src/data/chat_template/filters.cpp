// SPDX-License-Identifier: Apache-2.0
// The filters of `x | filter`.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "data/chat_template/filter.h"
#include "data/chat_template/python_text.h"
#include "data/chat_template/runtime.h"

namespace tutti::data::jinja {
namespace {

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
    const bool is_text = bound[1]->as_text() != nullptr;
    const int64_t spaces = is_text ? 0 : integer_of(*bound[1], name);
    if (spaces > 100) throw Problem("tojson: found an indent of more than 100, expected less");
    style.indent = is_text ? *bound[1]->as_text()
                           : std::string(static_cast<size_t>(std::max<int64_t>(spaces, 0)), ' ');
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

const std::map<std::string_view, Filter*>& filters() {
  static const std::map<std::string_view, Filter*> kFilters = {
      {"default", filter_default},   {"d", filter_default},         {"length", filter_length},
      {"count", filter_length},      {"trim", filter_trim},         {"string", filter_text},
      {"upper", filter_text},        {"lower", filter_text},        {"title", filter_text},
      {"capitalize", filter_text},   {"safe", filter_same},         {"escape", filter_escape},
      {"e", filter_escape},          {"tojson", filter_tojson},     {"items", filter_items},
      {"dictsort", filter_dictsort}, {"sort", filter_sort},         {"unique", filter_unique},
      {"replace", filter_replace},   {"join", filter_join},         {"list", filter_list},
      {"reverse", filter_list},      {"first", filter_end},         {"last", filter_end},
      {"map", filter_map},           {"select", filter_select},     {"reject", filter_select},
      {"selectattr", filter_select}, {"rejectattr", filter_select}, {"int", filter_number},
      {"float", filter_number},      {"min", filter_extreme},       {"max", filter_extreme},
      {"sum", filter_sum},           {"abs", filter_absolute},      {"indent", filter_indent}};
  return kFilters;
}

}  // namespace

Value Runtime::apply_filter(const std::string& name, const Value& value,
                            const Arguments& arguments) {
  const Nested nested(*this);
  const auto at = filters().find(name);
  if (at == filters().end()) {
    std::vector<std::string_view> known;
    for (const auto& [filter, function] : filters()) known.push_back(filter);
    throw Problem(fmt::format("found the filter \"{}\", expected one of: {}", escaped(name, 80),
                              fmt::join(known, ", ")));
  }
  Value result = at->second(*this, name, value, arguments);
  charge(result);
  return result;
}

}  // namespace tutti::data::jinja
