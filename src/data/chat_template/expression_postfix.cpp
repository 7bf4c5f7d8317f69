// SPDX-License-Identifier: Apache-2.0
// What follows operands in chat templates: members, calls, filters and tests.
#include <algorithm>

#include "data/chat_template/expression_parser.h"

namespace tutti::data::jinja {

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

bool ExpressionParser::begins_operand() const {
  const bool is_operand_word = is(Token::Kind::name) && !is_word("else") && !is_word("or") &&
                               !is_word("and") && !is_word("if") && !is_word("in") &&
                               !is_word("not");
  return is_operand_word || is(Token::Kind::string) || is(Token::Kind::integer) ||
         is(Token::Kind::real) || is_symbol("[") || is_symbol("{");
}

ExpressionPtr ExpressionParser::parse_test(ExpressionPtr value) {
  const int line = take().line;
  const bool is_negated = skip_word("not");
  std::vector<ExpressionPtr> parts;
  parts.push_back(std::move(value));
  ExpressionPtr made = make(Kind::test, line, expect_name("the name of a test"), std::move(parts));
  made->is_negated = is_negated;
  if (is_word("is")) fail_expecting("one test alone");
  if (is_symbol("(")) {
    parse_arguments(*made);
  } else if (begins_operand()) {
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
