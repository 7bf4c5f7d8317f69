// SPDX-License-Identifier: Apache-2.0
// Operators in expressions of chat templates, by their precedence.
#include <algorithm>

#include "data/chat_template/expression_parser.h"

namespace tutti::data::jinja {

ExpressionPtr ExpressionParser::parse_expression() {
  const Nested nested(*this);
  ExpressionPtr value = parse_or();
  while (is_word("if")) {
    const int line = take().line;
    std::vector<ExpressionPtr> parts;
    parts.push_back(parse_or());
    parts.push_back(std::move(value));
    parts.push_back(skip_word("else") ? parse_expression() : nullptr);
    value = make(Kind::conditional, line, "", std::move(parts));
  }
  return value;
}

ExpressionPtr ExpressionParser::parse_left(Parse operand,
                                           std::initializer_list<std::string_view> operators) {
  ExpressionPtr left = (this->*operand)();
  while ((is(Token::Kind::symbol) || is(Token::Kind::name)) &&
         std::find(operators.begin(), operators.end(), token().text) != operators.end()) {
    const Token symbol = take();
    ExpressionPtr right = (this->*operand)();
    left = make_pair(Kind::binary, symbol.line, symbol.text, std::move(left), std::move(right));
  }
  return left;
}

ExpressionPtr ExpressionParser::parse_or() {
  return parse_left(&ExpressionParser::parse_and, {"or"});
}

ExpressionPtr ExpressionParser::parse_and() {
  return parse_left(&ExpressionParser::parse_not, {"and"});
}

ExpressionPtr ExpressionParser::parse_not() {
  if (!is_word("not")) return parse_compare();
  const Nested nested(*this);
  const int line = take().line;
  std::vector<ExpressionPtr> parts;
  parts.push_back(parse_not());
  return make(Kind::unary, line, "not", std::move(parts));
}

ExpressionPtr ExpressionParser::parse_compare() {
  static constexpr std::string_view kOperators[] = {"==", "!=", "<", "<=", ">", ">="};
  std::vector<ExpressionPtr> parts;
  std::vector<std::string> names;
  const int line = token().line;
  parts.push_back(parse_sum());
  while (true) {
    const bool is_symbol_here =
        is(Token::Kind::symbol) && std::find(std::begin(kOperators), std::end(kOperators),
                                             token().text) != std::end(kOperators);
    const bool is_not_in =
        is_word("not") && next_token().kind == Token::Kind::name && next_token().text == "in";
    if (!is_symbol_here && !is_not_in && !is_word("in")) break;
    if (is_not_in) take();
    names.push_back(is_not_in ? "not in" : token().text);
    take();
    parts.push_back(parse_sum());
  }
  if (names.empty()) return std::move(parts[0]);
  ExpressionPtr made = make(Kind::compare, line, "", std::move(parts));
  made->names = std::move(names);
  return made;
}

ExpressionPtr ExpressionParser::parse_sum() {
  return parse_left(&ExpressionParser::parse_concatenation, {"+", "-"});
}

ExpressionPtr ExpressionParser::parse_concatenation() {
  return parse_left(&ExpressionParser::parse_product, {"~"});
}

ExpressionPtr ExpressionParser::parse_product() {
  return parse_left(&ExpressionParser::parse_power, {"*", "/", "//", "%"});
}

ExpressionPtr ExpressionParser::parse_power() {
  return parse_left(&ExpressionParser::parse_unary, {"**"});
}

ExpressionPtr ExpressionParser::parse_unary() {
  return parse_operand(true);
}

}  // namespace tutti::data::jinja
