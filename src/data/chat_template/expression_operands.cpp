// SPDX-License-Identifier: Apache-2.0
// Operands in expressions of chat templates.
#include <algorithm>

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

}  // namespace tutti::data::jinja
