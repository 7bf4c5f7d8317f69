// SPDX-License-Identifier: Apache-2.0
// Filters of lists.
#include <fmt/format.h>

#include <algorithm>

#include "data/chat_template/filter.h"
#include "data/chat_template/python_text.h"
#include "data/tokenizer/unicode.h"

namespace tutti::data::jinja {
namespace {

/// An attribute of each item, or the default in its place.
Value attributes_of(Values items, const std::string& name, const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"attribute", "default"});
  if (!bound[0]) throw Problem("map: expected a filter or an attribute");
  const Values keys = keys_of_path(printed(*bound[0]));
  for (Value& item : items) {
    item = member_of(item, keys);
    if (item.is_undefined() && bound[1]) item = *bound[1];
  }
  return Value::list(std::move(items), ListKind::generator);
}

}  // namespace

Value filter_join(Runtime&, const std::string& name, const Value& value,
                  const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"d", "attribute"});
  const std::string between = bound[0] ? printed(*bound[0]) : "";
  Values keys;
  if (bound[1] && !bound[1]->is_none()) keys = keys_of_path(printed(*bound[1]));
  std::string text;
  const Values items = items_of(value);
  for (size_t i = 0; i < items.size(); i++) {
    if (i > 0) text += between;
    text += printed(member_of(items[i], keys));
    if (text.size() > kMaxValueWeight) throw Problem("join: the result is too long");
  }
  return Value::text(std::move(text));
}

Value filter_list(Runtime&, const std::string& name, const Value& value,
                  const Arguments& arguments) {
  bind(name, arguments, {});
  if (name == "reverse" && value.as_text())
    return Value::text(slice_text(*value.as_text(), std::nullopt, std::nullopt, -1));
  Values items = items_of(value);
  if (name != "reverse") return Value::list(std::move(items));
  std::reverse(items.begin(), items.end());
  return Value::list(std::move(items), ListKind::generator);
}

Value filter_end(Runtime&, const std::string& name, const Value& value,
                 const Arguments& arguments) {
  bind(name, arguments, {});
  const bool is_first = name == "first";
  if (!is_first && value.is_list({ListKind::generator}))
    throw Problem("last: found a generator, expected a list of it, by \"|list\"");
  if (const std::string* text = value.as_text(); text && !text->empty())
    return Value::text(is_first ? text->substr(0, byte_of_character(*text, 1))
                                : text->substr(unicode::last_begin(*text)));
  const Values items = items_of(value);
  if (items.empty()) return Value::undefined("the sequence is empty");
  return is_first ? items.front() : items.back();
}

Value filter_map(Runtime& runtime, const std::string& name, const Value& value,
                 const Arguments& arguments) {
  Values items = items_of(value);
  if (arguments.positional.empty()) return attributes_of(std::move(items), name, arguments);
  Arguments rest = arguments;
  const std::string filter = text_of(rest.positional.front(), name);
  rest.positional.erase(rest.positional.begin());
  for (Value& item : items) {
    runtime.charge(item);
    item = runtime.apply_filter(filter, item, rest);
  }
  return Value::list(std::move(items), ListKind::generator);
}

Value filter_select(Runtime& runtime, const std::string& name, const Value& value,
                    const Arguments& arguments) {
  const bool by_member = name.size() > 6, wants = name[0] == 's';
  Arguments rest = arguments;
  const auto take_text = [&] {
    const std::string text = printed(rest.positional.front());
    rest.positional.erase(rest.positional.begin());
    return text;
  };
  if (by_member && rest.positional.empty())
    throw Problem(fmt::format("{}: found no attribute, expected one", name));
  const Values keys = by_member ? keys_of_path(take_text()) : Values();
  const std::string test = rest.positional.empty() ? "" : take_text();
  Values kept;
  for (const Value& item : items_of(value)) {
    const Value tested = member_of(item, keys);
    runtime.charge(tested);
    for (const Value& argument : rest.positional) runtime.charge(argument);
    const bool fits = test.empty() ? tested.is_true() : runtime.apply_test(test, tested, rest);
    if (fits == wants) kept.push_back(item);
  }
  return Value::list(std::move(kept), ListKind::generator);
}

}  // namespace tutti::data::jinja
