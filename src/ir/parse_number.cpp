// SPDX-License-Identifier: Apache-2.0
// Numbers with their types in attributes.
#include "ir/parser.h"

namespace tutti::ir {

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

}  // namespace tutti::ir
