// SPDX-License-Identifier: Apache-2.0
// Methods of texts, dicts, lists and loops.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "data/chat_template/python_text.h"
#include "data/chat_template/runtime.h"
#include "data/tokenizer/unicode.h"

namespace tutti::data::jinja {
namespace {

using Method = Value (*)(const std::string& name, const Value& self, const Arguments& arguments);
using Methods = std::map<std::string_view, Method>;

/// The argument, or null where it is left out or none.
std::optional<std::string> optional_text(const std::optional<Value>& value, std::string_view what) {
  if (!value || value->is_none()) return std::nullopt;
  return text_of(*value, what);
}

const Value& required(const std::optional<Value>& value, std::string_view what) {
  if (!value) throw Problem(fmt::format("{}: found too few arguments, expected one more", what));
  return *value;
}

Value list_of_texts(std::vector<std::string> texts) {
  Values items;
  for (std::string& text : texts) items.push_back(Value::text(std::move(text)));
  return Value::list(std::move(items));
}

Value text_strip(const std::string& name, const Value& self, const Arguments& arguments) {
  const auto removed = optional_text(bind(name, arguments, {"chars"})[0], name);
  const Side side = name == "strip" ? Side::both : name == "lstrip" ? Side::left : Side::right;
  return Value::text(std::string(strip_text(*self.as_text(), side, removed)));
}

Value text_split(const std::string& name, const Value& self, const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"sep", "maxsplit"});
  const int64_t limit = bound[1] ? integer_of(*bound[1], name) : -1;
  return list_of_texts(
      split_text(*self.as_text(), optional_text(bound[0], name), limit, name == "rsplit"));
}

Value text_splitlines(const std::string& name, const Value& self, const Arguments& arguments) {
  const auto keeps_ends = bind(name, arguments, {"keepends"})[0];
  return list_of_texts(split_lines(*self.as_text(), keeps_ends && keeps_ends->is_true()));
}

bool has_affix(std::string_view text, std::string_view affix, bool at_start) {
  if (affix.size() > text.size()) return false;
  return (at_start ? text.substr(0, affix.size()) : text.substr(text.size() - affix.size())) ==
         affix;
}

/// startswith and endswith: of a text, or of any in a tuple.
Value text_has_affix(const std::string& name, const Value& self, const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"affix"});
  const Value& affix = required(bound[0], name);
  const Values affixes = affix.as_list() ? affix.as_list()->items : Values{affix};
  return Value::boolean(std::any_of(affixes.begin(), affixes.end(), [&](const Value& one) {
    return has_affix(*self.as_text(), text_of(one, name), name == "startswith");
  }));
}

Value text_remove_affix(const std::string& name, const Value& self, const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"affix"});
  const std::string &affix = text_of(required(bound[0], name), name), &text = *self.as_text();
  const bool at_start = name == "removeprefix";
  if (!has_affix(text, affix, at_start)) return self;
  const size_t size = text.size() - affix.size();
  return Value::text(at_start ? text.substr(affix.size()) : text.substr(0, size));
}

Value text_case(const std::string& name, const Value& self, const Arguments& arguments) {
  bind(name, arguments, {});
  const std::string& text = *self.as_text();
  if (name == "upper") return Value::text(upper_text(text));
  if (name == "lower") return Value::text(lower_text(text));
  return Value::text(name == "title" ? title_text(text) : capitalize_text(text));
}

Value text_replace(const std::string& name, const Value& self, const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"old", "new", "count"});
  const int64_t limit = bound[2] ? integer_of(*bound[2], name) : -1;
  return Value::text(replace_text(*self.as_text(), text_of(required(bound[0], name), name),
                                  text_of(required(bound[1], name), name), limit));
}

Value text_find(const std::string& name, const Value& self, const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"sub"});
  const std::string &part = text_of(required(bound[0], name), name), &text = *self.as_text();
  const size_t at = name == "rfind" ? text.rfind(part) : text.find(part);
  if (at == std::string::npos) return Value::integer(-1);
  return Value::integer(static_cast<int64_t>(count_characters(text.substr(0, at))));
}

Value text_count(const std::string& name, const Value& self, const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"sub"});
  const std::string &part = text_of(required(bound[0], name), name), &text = *self.as_text();
  if (part.empty()) return Value::integer(static_cast<int64_t>(count_characters(text)) + 1);
  int64_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
    count++;
  return Value::integer(count);
}

Value text_join(const std::string& name, const Value& self, const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"iterable"});
  std::string text;
  const Values items = items_of(required(bound[0], name));
  for (size_t i = 0; i < items.size(); i++) {
    if (i > 0) text += *self.as_text();
    text += text_of(items[i], name);
    if (text.size() > kMaxValueWeight) throw Problem("join: the result is too long");
  }
  return Value::text(std::move(text));
}

/// isdigit and isspace; isdigit knows the decimal digits of ASCII alone.
Value text_is(const std::string& name, const Value& self, const Arguments& arguments) {
  bind(name, arguments, {});
  const std::vector<std::string> characters = characters_of_text(*self.as_text());
  const auto fits = [&](const std::string& character) {
    const char32_t code = unicode::decode(character).code;
    return name == "isspace" ? is_python_space(code) : code >= U'0' && code <= U'9';
  };
  return Value::boolean(!characters.empty() &&
                        std::all_of(characters.begin(), characters.end(), fits));
}

Value dict_parts(const std::string& name, const Value& self, const Arguments& arguments) {
  bind(name, arguments, {});
  if (name == "copy") return self;
  Values parts;
  for (const auto& [key, value] : self.as_dict()->entries) {
    if (name == "items")
      parts.push_back(Value::list({Value::text(key), value}, true));
    else
      parts.push_back(name == "keys" ? Value::text(key) : value);
  }
  return Value::list(std::move(parts));
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
  if (value.as_list()) return kList;
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
