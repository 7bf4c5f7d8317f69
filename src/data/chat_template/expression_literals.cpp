// SPDX-License-Identifier: Apache-2.0
// Literals in expressions of chat templates.
#include <cstdlib>

#include "data/chat_template/expression_parser.h"

namespace tutti::data::jinja {

ExpressionPtr ExpressionParser::parse_number() {
  errno = 0;
  const bool is_real = is(Token::Kind::real);
  const char* text = token().text.c_str();
  Value value = is_real ? Value::real(std::strtod(text, nullptr))
                        : Value::integer(std::strtoll(text, nullptr, 10));
  if (!is_real && errno == ERANGE) fail_expecting("an integer of 64 bits");
  ExpressionPtr made = literal(std::move(value));
  take();
  return made;
}

ExpressionPtr ExpressionParser::parse_string() {
  std::string text;
  while (is(Token::Kind::string)) text += take().text;
  return literal(Value::text(std::move(text)));
}

ExpressionPtr ExpressionParser::parse_parentheses() {
  const int line = take().line;
  if (skip_symbol(")")) return make(Kind::tuple, line, "", {});
  ExpressionPtr value = parse_tuple();
  expect_symbol(")");
  return value;
}

ExpressionPtr ExpressionParser::parse_list() {
  const int line = take().line;
  std::vector<ExpressionPtr> parts;
  while (!is_symbol("]")) {
    parts.push_back(parse_expression());
    if (!skip_symbol(",") && !is_symbol("]")) fail_expecting("\",\" or \"]\"");
  }
  take();
  return make(Kind::list, line, "", std::move(parts));
}

ExpressionPtr ExpressionParser::parse_dict() {
  const int line = take().line;
  std::vector<ExpressionPtr> parts;
  while (!is_symbol("}")) {
    parts.push_back(parse_expression());
    expect_symbol(":");
    parts.push_back(parse_expression());
    if (!skip_symbol(",") && !is_symbol("}")) fail_expecting("\",\" or \"}\"");
  }
  take();
  return make(Kind::dict, line, "", std::move(parts));
}

}  // namespace tutti::data::jinja
