// SPDX-License-Identifier: Apache-2.0
// Numbers and lists of numbers in attributes.
#include "base/text.h"
#include "ir/literal.h"
#include "ir/parser.h"
#include "ir/small_float.h"

namespace tutti::ir {

int64_t Parser::int_of(const Token& token, ElementType type) const {
  std::string_view text = token.text;
  if (text.starts_with("+")) text.remove_prefix(1);
  const auto value = integer_literal(text, type);
  if (token.kind != Token::Kind::integer || !value)
    lexer_.error_at(token.offset, fmt::format("expected an integer of {} bits, found '{}'",
                                              bit_width(type), escaped(token.text, 60)));
  return *value;
}

double Parser::float_of(const Token& token, ElementType type) const {
  std::string_view text = token.text;
  if (text.starts_with("+")) text.remove_prefix(1);
  const auto bits = float_literal(text, type);
  if (!bits)
    lexer_.error_at(token.offset, fmt::format("expected a number of type {}, found '{}'",
                                              name_of(type), escaped(token.text, 60)));
  return float_from_bits(*bits, type);
}

int64_t Parser::parse_int() {
  return int_of(lexer_.next());
}

std::vector<int64_t> Parser::parse_int_list() {
  std::vector<int64_t> values;
  lexer_.expect("[");
  while (!lexer_.take("]")) {
    if (!values.empty()) lexer_.expect(",");
    values.push_back(parse_int());
  }
  return values;
}

Attribute Parser::parse_number_attribute() {
  const Token token = lexer_.next();
  ElementType type = token.kind == Token::Kind::integer ? ElementType::i64 : ElementType::f64;
  if (lexer_.take(":")) type = parse_element_type();
  return number_attribute(token, type);
}

/// 0.5 or 0.5 : f64. A colon may also begin the operation's types: 0.5 : tensor<2xf64>.
Attribute Parser::parse_float_attribute() {
  const Token token = lexer_.next();
  ElementType type = ElementType::f64;
  const Token colon = lexer_.peek();
  if (lexer_.take(":")) {
    if (at_type() || lexer_.is("("))
      lexer_.jump(colon.offset);
    else
      type = parse_element_type();
  }
  return number_attribute(token, type);
}

ElementType Parser::parse_element_type() {
  const Token name = lexer_.next();
  const auto found = element_type_of(name.text);
  if (!found) lexer_.error_at(name.offset, "expected an integer or float type");
  return *found;
}

Attribute Parser::number_attribute(const Token& token, ElementType type) const {
  if (type == ElementType::i1) return int_of(token, type) != 0;  // 1 : i1 is true
  if (is_float(type)) return float_attribute(float_of(token, type), type);
  return int_attribute(int_of(token, type), type);
}

Attribute Parser::parse_array_attribute() {
  lexer_.expect("<");
  const Token name = lexer_.next();
  const auto element = element_type_of(name.text);
  if (!element || is_float(*element))
    lexer_.error_at(name.offset, "expected an array of integers: array<i64: ...>");
  IntArrayAttribute array{{}, *element};
  if (lexer_.take(":")) {
    do {
      if (lexer_.is("true") || lexer_.is("false"))
        array.values.push_back(lexer_.next().text == "true");
      else
        array.values.push_back(int_of(lexer_.next(), *element));
    } while (lexer_.take(","));
  }
  lexer_.expect(">");
  return array;
}

}  // namespace tutti::ir
