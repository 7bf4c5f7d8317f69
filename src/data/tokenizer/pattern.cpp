// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/pattern.h"

#include <re2/re2.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"

namespace tutti::data {

namespace {

/// The members of a class that an escape stands for, or nothing.
std::string_view unicode_members(char escape) {
  switch (escape) {
    case 'w':
    case 'W':
      return R"(\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\x{24B6}-\x{24E9})"
             R"(\x{1F130}-\x{1F149}\x{1F150}-\x{1F169}\x{1F170}-\x{1F189})";
    case 'd':
    case 'D':
      return R"(\p{Nd})";
    case 's':
    case 'S':
      return R"(\t-\r\x{85}\p{Z})";
    default:
      return {};
  }
}

std::shared_ptr<const re2::RE2> compile(const std::string& expression, std::string_view where) {
  RE2::Options options;
  options.set_log_errors(false);
  auto compiled = std::make_shared<const RE2>("(?m)" + to_re2_syntax(expression, where), options);
  if (!compiled->ok())
    user_error(
        "{}: regular expression \"{}\": {}, expected RE2 syntax (no look-around, no back "
        "references, no possessive quantifiers); rewrite it",
        where, escaped(expression), escaped(compiled->error()));
  return compiled;
}

}  // namespace

std::string to_re2_syntax(std::string_view expression, std::string_view where) {
  std::string result;
  bool in_class = false;
  for (size_t i = 0; i < expression.size(); i++) {
    const char here = expression[i];
    if (here == '[') in_class = true;
    if (here == ']') in_class = false;
    if (here != '\\' || i + 1 == expression.size()) {
      result.push_back(here);
      continue;
    }
    const char escape = expression[++i];
    const std::string_view members = unicode_members(escape);
    const bool negated = escape == 'W' || escape == 'D' || escape == 'S';
    if (members.empty())
      result.append({here, escape});
    else if (!in_class)
      result.append(negated ? "[^" : "[").append(members).append("]");
    else if (!negated)
      result.append(members);
    else
      user_error(
          "{}: regular expression \"{}\": \\{} inside [] is not supported; write the class "
          "without it",
          where, escaped(expression), escape);
  }
  return result;
}

Pattern::Pattern(const nlohmann::json& description, std::string_view where) {
  const bool is_object = description.is_object();
  if (is_object && description.contains("Regex")) {
    expression_ = compile(format::json_string(description, "Regex", where), where);
  } else if (is_object && description.contains("String")) {
    literal_ = format::json_string(description, "String", where);
  } else {
    user_error("{}: found pattern {}, expected {{\"String\": ...}} or {{\"Regex\": ...}}", where,
               escaped(description.dump()));
  }
}

std::vector<ByteRange> Pattern::matches(const AlignedText& text, ByteRange part) const {
  std::vector<ByteRange> result;
  const std::string_view view = text.view(part);
  const auto add = [&](size_t begin, size_t size) {
    result.push_back({part.begin + begin, part.begin + begin + size});
  };
  if (!expression_) {
    if (literal_.empty()) return result;
    for (size_t at = 0; (at = view.find(literal_, at)) != view.npos; at += literal_.size())
      add(at, literal_.size());
    return result;
  }
  const re2::StringPiece subject(view.data(), view.size());
  re2::StringPiece found;
  for (size_t at = 0; at < view.size();) {
    if (!expression_->Match(subject, at, view.size(), RE2::UNANCHORED, &found, 1)) break;
    const auto begin = static_cast<size_t>(found.data() - view.data());
    if (found.empty()) {
      // Nothing matched here; the search goes on after the next code point.
      at = begin;
      if (at < view.size()) at += unicode::decode(view.substr(at)).size;
    } else {
      add(begin, found.size());
      at = begin + found.size();
    }
  }
  return result;
}

}  // namespace tutti::data
