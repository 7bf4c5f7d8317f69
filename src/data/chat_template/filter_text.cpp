// SPDX-License-Identifier: Apache-2.0
// Filters that rewrite texts.
#include <algorithm>
#include <map>

#include "data/chat_template/filter.h"
#include "data/chat_template/python_text.h"

namespace tutti::data::jinja {
namespace {

/// Jinja's own: words begin after white space, "-" and opening brackets; str.title() differs.
std::string title_of_words(std::string_view text) {
  std::string title, word;
  const auto end_word = [&] {
    const size_t first = byte_of_character(word, 1);
    title += upper_text(word.substr(0, first)) + lower_text(word.substr(first));
    word.clear();
  };
  for (const std::string& character : characters_of_text(text)) {
    word += character;
    const bool is_space = strip_text(character, Side::both).empty();
    if (is_space || std::string_view("-({[<").find(character) != std::string_view::npos) end_word();
  }
  end_word();
  return title;
}

}  // namespace

Value filter_trim(Runtime&, const std::string& name, const Value& value,
                  const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"chars"})[0];
  std::optional<std::string> removed;
  if (bound && !bound->is_none()) removed = text_of(*bound, name);
  return Value::text(std::string(strip_text(printed(value), Side::both, removed)));
}

Value filter_text(Runtime&, const std::string& name, const Value& value,
                  const Arguments& arguments) {
  bind(name, arguments, {});
  const std::string text = printed(value);
  if (name == "upper") return Value::text(upper_text(text));
  if (name == "lower") return Value::text(lower_text(text));
  if (name == "title") return Value::text(title_of_words(text));
  return Value::text(name == "capitalize" ? capitalize_text(text) : text);
}

Value filter_same(Runtime&, const std::string& name, const Value& value,
                  const Arguments& arguments) {
  bind(name, arguments, {});
  return value;
}

Value filter_escape(Runtime&, const std::string& name, const Value& value,
                    const Arguments& arguments) {
  bind(name, arguments, {});
  std::string out;
  for (const char c : printed(value)) {
    static const std::map<char, std::string_view> kEntities = {
        {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'\'', "&#39;"}, {'"', "&#34;"}};
    const auto entity = kEntities.find(c);
    entity == kEntities.end() ? out += c : out += entity->second;
  }
  return Value::text(std::move(out));
}

Value filter_replace(Runtime&, const std::string& name, const Value& value,
                     const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"old", "new", "count"});
  if (!bound[0] || !bound[1]) throw Problem("replace: expected the old and the new text");
  const bool has_limit = bound[2] && !bound[2]->is_none();
  return Value::text(replace_text(printed(value), printed(*bound[0]), printed(*bound[1]),
                                  has_limit ? integer_of(*bound[2], name) : -1));
}

Value filter_indent(Runtime&, const std::string& name, const Value& value,
                    const Arguments& arguments) {
  const auto bound = bind(name, arguments, {"width", "first", "blank"});
  std::string indent(4, ' ');
  if (bound[0] && bound[0]->as_text())
    indent = *bound[0]->as_text();
  else if (bound[0])
    indent = blanks(integer_of(*bound[0], name), name);
  std::string text;
  bool is_first = true;
  for (const std::string& line : split_lines(text_of(value, name) + "\n", false)) {
    if (!is_first) text += '\n';
    if (is_first ? is_set(bound[1]) : !line.empty() || is_set(bound[2])) text += indent;
    text += line;
    if (text.size() > kMaxValueWeight) throw Problem("indent: the result is too long");
    is_first = false;
  }
  return Value::text(std::move(text));
}

}  // namespace tutti::data::jinja
