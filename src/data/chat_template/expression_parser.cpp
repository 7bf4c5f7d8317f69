// SPDX-License-Identifier: Apache-2.0
#include "data/chat_template/expression_parser.h"

#include <algorithm>
#include <optional>

#include "base/text.h"

namespace tutti::data::jinja {

bool ExpressionParser::skip_symbol(std::string_view text) {
  if (!is_symbol(text)) return false;
  take();
  return true;
}

bool ExpressionParser::skip_word(std::string_view text) {
  if (!is_word(text)) return false;
  take();
  return true;
}

void ExpressionParser::expect_symbol(std::string_view text) {
  if (!skip_symbol(text)) fail_expecting(fmt::format("\"{}\"", text));
}

std::string ExpressionParser::expect_name(std::string_view what) {
  if (!is(Token::Kind::name)) fail_expecting(what);
  return take().text;
}

void ExpressionParser::fail_expecting(std::string_view expected) const {
  fail_at(token().line, "found {}, expected {}", shown(token()), expected);
}

void ExpressionParser::fail_depth() const {
  fail_at(token().line, "found more than {} expressions or blocks in one another, expected fewer",
          kMaxSyntaxDepth);
}

ExpressionPtr ExpressionParser::make(Kind kind, int line, std::string text,
                                     std::vector<ExpressionPtr> parts) {
  auto made = std::make_unique<Expression>();
  made->kind = kind;
  made->line = line;
  made->text = std::move(text);
  made->parts = std::move(parts);
  for (const ExpressionPtr& part : made->parts)
    if (part) made->depth = std::max(made->depth, part->depth + 1);
  if (made->depth > kMaxSyntaxDepth) fail_depth();
  return made;
}

ExpressionPtr ExpressionParser::make_pair(Kind kind, int line, std::string text, ExpressionPtr left,
                                          ExpressionPtr right) {
  std::vector<ExpressionPtr> parts;
  parts.push_back(std::move(left));
  parts.push_back(std::move(right));
  return make(kind, line, std::move(text), std::move(parts));
}

ExpressionPtr ExpressionParser::literal(Value value) {
  ExpressionPtr made = make(Kind::literal, token().line, "", {});
  made->value = std::move(value);
  return made;
}

ExpressionPtr ExpressionParser::parse_tuple() {
  const int line = token().line;
  ExpressionPtr first = parse_expression();
  if (!is_symbol(",")) return first;
  std::vector<ExpressionPtr> parts;
  parts.push_back(std::move(first));
  while (skip_symbol(",")) {
    const bool ends = is(Token::Kind::block_end) || is(Token::Kind::print_end) || is_symbol(")");
    if (ends) break;
    parts.push_back(parse_expression());
  }
  return make(Kind::tuple, line, "", std::move(parts));
}

}  // namespace tutti::data::jinja
