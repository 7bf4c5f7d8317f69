// SPDX-License-Identifier: Apache-2.0
#include "data/chat_template/expression_parser.h"

#include <algorithm>
#include <cstdlib>
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

ExpressionPtr ExpressionParser::parse_postfix(ExpressionPtr value) {
  while (is_symbol(".") || is_symbol("[") || is_symbol("(")) {
    const int line = token().line;
    std::vector<ExpressionPtr> parts;
    if (is_symbol("(")) {
      parts.push_back(std::move(value));
      value = make(Kind::call, line, "", std::move(parts));
      parse_arguments(*value);
    } else if (skip_symbol("[")) {
      value = parse_subscript(std::move(value));
    } else {
      take();
      if (is(Token::Kind::integer)) {
        ExpressionPtr index = parse_number();
        value = make_pair(Kind::subscript, line, "", std::move(value), std::move(index));
      } else {
        std::string name = expect_name("the name of an attribute");
        parts.push_back(std::move(value));
        value = make(Kind::attribute, line, std::move(name), std::move(parts));
      }
    }
  }
  return value;
}

ExpressionPtr ExpressionParser::parse_subscript(ExpressionPtr value) {
  const int line = token().line;
  std::vector<ExpressionPtr> parts(2);
  parts[0] = std::move(value);
  if (!is_symbol(":")) parts[1] = parse_expression();
  if (skip_symbol("]")) return make(Kind::subscript, line, "", std::move(parts));
  while (parts.size() < 4 && skip_symbol(":")) {
    const bool is_left_out = is_symbol(":") || is_symbol("]");
    parts.push_back(is_left_out ? nullptr : parse_expression());
  }
  expect_symbol("]");
  parts.resize(4);
  return make(Kind::slice, line, "", std::move(parts));
}

ExpressionPtr ExpressionParser::parse_filters(ExpressionPtr value) {
  while (is_symbol("|") || is_word("is") || is_symbol("(")) {
    if (is_word("is")) {
      value = parse_test(std::move(value));
      continue;
    }
    if (is_symbol("(")) {
      value = parse_postfix(std::move(value));
      continue;
    }
    const int line = take().line;
    std::vector<ExpressionPtr> parts;
    parts.push_back(std::move(value));
    value = make(Kind::filter, line, expect_name("the name of a filter"), std::move(parts));
    if (is_symbol("(")) parse_arguments(*value);
  }
  return value;
}

ExpressionPtr ExpressionParser::parse_test(ExpressionPtr value) {
  const int line = take().line;
  const bool is_negated = skip_word("not");
  std::vector<ExpressionPtr> parts;
  parts.push_back(std::move(value));
  ExpressionPtr made = make(Kind::test, line, expect_name("the name of a test"), std::move(parts));
  made->is_negated = is_negated;
  if (is_word("is")) fail_expecting("one test alone");
  const bool is_operand_word = is(Token::Kind::name) && !is_word("else") && !is_word("or") &&
                               !is_word("and") && !is_word("if") && !is_word("in") &&
                               !is_word("not");
  if (is_symbol("(")) {
    parse_arguments(*made);
  } else if (is_operand_word || is(Token::Kind::string) || is(Token::Kind::integer) ||
             is(Token::Kind::real) || is_symbol("[") || is_symbol("{")) {
    made->parts.push_back(parse_postfix(parse_primary()));
    made->depth = std::max(made->depth, made->parts.back()->depth + 1);
    if (made->depth > kMaxSyntaxDepth) fail_depth();
  }
  return made;
}

void ExpressionParser::parse_arguments(Expression& call) {
  expect_symbol("(");
  while (!is_symbol(")")) {
    if (is_symbol("*") || is_symbol("**")) fail_expecting("an argument");
    const bool is_named = is(Token::Kind::name) && next_token().kind == Token::Kind::symbol &&
                          next_token().text == "=";
    if (is_named) {
      call.names.push_back(take().text);
      take();
    } else if (!call.names.empty()) {
      fail_expecting("an argument with a name, as those before it");
    }
    call.parts.push_back(parse_expression());
    call.depth = std::max(call.depth, call.parts.back()->depth + 1);
    if (!skip_symbol(",") && !is_symbol(")")) fail_expecting("\",\" or \")\"");
  }
  take();
  if (call.depth > kMaxSyntaxDepth) fail_depth();
}

}  // namespace tutti::data::jinja
