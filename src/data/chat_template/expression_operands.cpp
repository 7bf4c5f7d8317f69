// SPDX-License-Identifier: Apache-2.0
// Operands in expressions of chat templates: names, literals, lists and dicts.
#include <algorithm>
#include <cstdlib>

#include "data/chat_template/expression_parser.h"

namespace tutti::data::jinja {

ExpressionPtr ExpressionParser::parse_operand(bool with_filters) {
  const Nested nested(*this);
  ExpressionPtr value;
  if (is_symbol("-") || is_symbol("+")) {
    const Token sign = take();
    std::vector<ExpressionPtr> parts;
    parts.push_back(parse_operand(false));
    value = make(Kind::unary, sign.line, sign.text, std::move(parts));
  } else {
    value = parse_primary();
  }
  value = parse_postfix(std::move(value));
  return with_filters ? parse_filters(std::move(value)) : std::move(value);
}

ExpressionPtr ExpressionParser::parse_primary() {
  switch (token().kind) {
    case Token::Kind::name:
      return parse_name();
    case Token::Kind::string:
      return parse_string();
    case Token::Kind::integer:
    case Token::Kind::real:
      return parse_number();
    default:
      break;
  }
  if (is_symbol("(")) return parse_parentheses();
  if (is_symbol("[")) return parse_list();
  if (is_symbol("{")) return parse_dict();
  fail_expecting("an expression");
}

ExpressionPtr ExpressionParser::parse_name() {
  static constexpr std::string_view kWords[] = {"and", "or", "not",  "in",
                                                "is",  "if", "else", "elif"};
  const std::string& text = token().text;
  if (std::find(std::begin(kWords), std::end(kWords), text) != std::end(kWords))
    fail_expecting("an expression");
  ExpressionPtr made;
  if (text == "true" || text == "True" || text == "false" || text == "False")
    made = literal(Value::boolean(text[0] == 't' || text[0] == 'T'));
  else if (text == "none" || text == "None")
    made = literal(Value::none());
  else
    made = make(Kind::name, token().line, text, {});
  take();
  return made;
}

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
