// SPDX-License-Identifier: Apache-2.0
// The filters of `x | filter`.
#include <fmt/format.h>

#include <map>

#include "base/text.h"
#include "data/chat_template/filter.h"
#include "data/chat_template/runtime.h"

namespace tutti::data::jinja {
namespace {

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
