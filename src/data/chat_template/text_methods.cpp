// SPDX-License-Identifier: Apache-2.0
// Methods of texts.
#include <fmt/format.h>

#include <algorithm>

#include "data/chat_template/method.h"
#include "data/chat_template/python_text.h"
#include "data/tokenizer/unicode.h"

namespace tutti::data::jinja {
namespace {

/// The argument, or null where it is left out or none.
std::optional<std::string> optional_text(const std::optional<Value>& value, std::string_view what) {
  if (!value || value->is_none()) return std::nullopt;
  return text_of(*value, what);
}

Value list_of_texts(std::vector<std::string> texts) {
  Values items;
  for (std::string& text : texts) items.push_back(Value::text(std::move(text)));
  return Value::list(std::move(items));
}

bool has_affix(std::string_view text, std::string_view affix, bool at_start) {
  if (affix.size() > text.size()) return false;
  return (at_start ? text.substr(0, affix.size()) : text.substr(text.size() - affix.size())) ==
         affix;
}

}  // namespace

const Value& required(const std::optional<Value>& value, std::string_view what) {
  if (!value) throw Problem(fmt::format("{}: found too few arguments, expected one more", what));
  return *value;
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

Value text_has_affix(const std::string& name, const Value& self, const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"affix"});
  const Value& affix = required(bound[0], name);
  const Values affixes = affix.is_list({ListKind::tuple}) ? affix.as_list()->items : Values{affix};
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
  std::string part = text_of(required(bound[0], name), name), text = *self.as_text();
  const bool is_last = name == "rfind";
  if (is_last) {  // the first one, read backwards
    std::reverse(part.begin(), part.end());
    std::reverse(text.begin(), text.end());
  }
  const size_t at = find_part(text, part);
  if (at == std::string_view::npos) return Value::integer(-1);
  const std::string_view before = is_last ? std::string_view(text).substr(at + part.size())
                                          : std::string_view(text).substr(0, at);
  return Value::integer(static_cast<int64_t>(count_characters(before)));
}

Value text_count(const std::string& name, const Value& self, const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"sub"});
  const std::string &part = text_of(required(bound[0], name), name), &text = *self.as_text();
  if (part.empty()) return Value::integer(static_cast<int64_t>(count_characters(text)) + 1);
  int64_t count = 0;
  for (size_t at = find_part(text, part); at != std::string_view::npos;
       at = find_part(text, part, at + part.size()))
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

Value text_is(const std::string& name, const Value& self, const Arguments& arguments) {
  bind(name, arguments, {});
  const std::string& text = *self.as_text();
  if (name == "isupper") return Value::boolean(is_upper_text(text));
  if (name == "islower") return Value::boolean(is_lower_text(text));
  for (std::string_view rest = text; !rest.empty();) {
    const auto [code, size] = unicode::decode(rest);
    if (name == "isspace" ? !is_python_space(code) : !is_python_digit(code))
      return Value::boolean(false);
    rest.remove_prefix(size);
  }
  return Value::boolean(!text.empty());
}

}  // namespace tutti::data::jinja
