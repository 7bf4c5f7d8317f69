// SPDX-License-Identifier: Apache-2.0
// Locations: an operation keeps its loc(...) and one name of it. Aliases (#loc3) mostly are at
// the end of a text, so names are found when all of it is read.
#include "ir/parser.h"

namespace tutti::ir {
namespace {

constexpr int kDeepestLocation = 64;

/// The offset after the string with which the text starts and which was read before.
size_t end_of_string(std::string_view text) {
  size_t at = 1;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

/// The offset after the `close` that closes a bracket that was opened before the text.
size_t end_of_brackets(std::string_view text, char open, char close) {
  int depth = 0;
  for (size_t at = 0; at < text.size(); at++) {
    if (text[at] == '"') at += end_of_string(text.substr(at)) - 1;
    if (at < text.size() && text[at] == open) depth++;
    if (at < text.size() && text[at] == close && --depth == 0) return at + 1;
  }
  return text.size();
}

}  // namespace

std::string_view Parser::parse_location_text() {
  lexer_.expect("loc");
  if (!lexer_.is("(")) lexer_.error("expected '('");
  lexer_.take("(");
  return lexer_.raw_until_closing('(', ')');
}

void Parser::parse_optional_location(Location& location) {
  if (!lexer_.is("loc")) return;
  const std::string_view text = parse_location_text();
  GivenLocation& given = locations_[text];
  if (!given.name) given = {std::make_shared<std::string>(), std::make_shared<std::string>(text)};
  location.name = given.name;
  location.text = given.text;
}

std::shared_ptr<const std::string> Parser::parse_argument_location() {
  Location location;
  parse_optional_location(location);
  return location.text;
}

/// The first name or place in the text: "f"(...), "f.py":12:8, callsite(A at B), fused<..>[A, B].
std::string Parser::location_name(std::string_view text, int depth) const {
  while (text.starts_with(' ') || text.starts_with('\n')) text.remove_prefix(1);
  if (depth > kDeepestLocation || text.empty()) return "";
  if (text[0] == '#') {
    const std::string_view word =
        text.substr(1, text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                              "0123456789_.$",
                                              1) -
                           1);
    const auto alias = location_aliases_.find(word);
    return alias == location_aliases_.end() ? "" : location_name(alias->second, depth + 1);
  }
  if (text[0] == '"') {
    const size_t end = end_of_string(text);
    std::string name =
        lexer_.unescape({Token::Kind::string, text.substr(1, end - 2), lexer_.offset_of(text)});
    const std::string_view place = text.substr(end);  // :line:column
    return name + std::string(place.substr(0, place.find_first_not_of(":0123456789")));
  }
  if (text.starts_with("callsite(")) return location_name(text.substr(9), depth + 1);
  if (text.starts_with("fused")) {
    text.remove_prefix(5);
    if (text.starts_with('<')) text.remove_prefix(end_of_brackets(text, '<', '>'));
    if (text.starts_with('[')) return location_name(text.substr(1), depth + 1);
  }
  return "";  // unknown, or of another kind
}

void Parser::resolve_locations() {
  for (auto& [text, given] : locations_) *given.name = location_name(text);
}

}  // namespace tutti::ir
