// SPDX-License-Identifier: Apache-2.0
// Methods of dicts, lists and loops, and which method a value has.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "data/chat_template/method.h"
#include "data/chat_template/runtime.h"

namespace tutti::data::jinja {
namespace {

using Methods = std::map<std::string_view, Method*>;

Value dict_parts(const std::string& name, const Value& self, const Arguments& arguments) {
  bind(name, arguments, {});
  if (name == "copy") return self;
  Values parts;
  for (const auto& [key, value] : self.as_dict()->entries) {
    if (name == "items")
      parts.push_back(Value::list({Value::text(key), value}, ListKind::tuple));
    else
      parts.push_back(name == "keys" ? Value::text(key) : value);
  }
  return Value::list(std::move(parts), ListKind::view, "dict_" + name);
}

Value dict_get(const std::string& name, const Value& self, const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"key", "default"});
  const Value& key = required(bound[0], name);
  const Value* value = key.as_text() ? self.as_dict()->find(*key.as_text()) : nullptr;
  return value ? *value : bound[1].value_or(Value::none());
}

Value list_find(const std::string& name, const Value& self, const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"value"});
  const Value& value = required(bound[0], name);
  const Values& items = self.as_list()->items;
  const auto is_value = [&](const Value& item) { return equal(item, value); };
  if (name == "count") return Value::integer(std::count_if(items.begin(), items.end(), is_value));
  const auto at = std::find_if(items.begin(), items.end(), is_value);
  if (at == items.end()) throw Problem("index: the value is not in the list");
  return Value::integer(at - items.begin());
}

Value loop_cycle(const std::string& name, const Value& self, const Arguments& arguments) {
  if (arguments.positional.empty())
    throw Problem(fmt::format("{}: found no argument, expected at least one", name));
  return arguments.positional[self.as_loop()->index % arguments.positional.size()];
}

Value loop_changed(const std::string&, const Value& self, const Arguments& arguments) {
  Loop& loop = *self.as_loop();
  const Value now = Value::list(arguments.positional);
  if (now.as_list()->items.end() !=
      std::find_if(now.as_list()->items.begin(), now.as_list()->items.end(), [](const Value& item) {
        return item.as_loop() || item.as_list() || item.as_function();
      }))
    throw Problem("changed: expected texts, numbers or dicts");
  if (loop.has_changed && equal(loop.last_changed, now)) return Value::boolean(false);
  loop.has_changed = true;
  loop.last_changed = now;
  return Value::boolean(true);
}

const Methods& methods_of(const Value& value) {
  static const Methods kText = {{"strip", text_strip},
                                {"lstrip", text_strip},
                                {"rstrip", text_strip},
                                {"split", text_split},
                                {"rsplit", text_split},
                                {"splitlines", text_splitlines},
                                {"startswith", text_has_affix},
                                {"endswith", text_has_affix},
                                {"removeprefix", text_remove_affix},
                                {"removesuffix", text_remove_affix},
                                {"upper", text_case},
                                {"lower", text_case},
                                {"title", text_case},
                                {"capitalize", text_case},
                                {"replace", text_replace},
                                {"find", text_find},
                                {"rfind", text_find},
                                {"count", text_count},
                                {"join", text_join},
                                {"isdigit", text_is},
                                {"islower", text_is},
                                {"isupper", text_is},
                                {"isspace", text_is}};
  static const Methods kDict = {{"items", dict_parts},
                                {"keys", dict_parts},
                                {"values", dict_parts},
                                {"copy", dict_parts},
                                {"get", dict_get}};
  static const Methods kList = {{"count", list_find}, {"index", list_find}};
  static const Methods kLoop = {{"cycle", loop_cycle}, {"changed", loop_changed}};
  static const Methods kNone;
  if (value.as_text()) return kText;
  if (value.as_dict()) return kDict;
  if (value.is_list({ListKind::list, ListKind::tuple, ListKind::range})) return kList;
  return value.as_loop() ? kLoop : kNone;
}

}  // namespace

bool has_method(const Value& value, std::string_view name) {
  return methods_of(value).count(name) > 0;
}

Value call_method(const Value& self, const std::string& name, const Arguments& arguments) {
  return methods_of(self).at(name)(name, self, arguments);
}

}  // namespace tutti::data::jinja
