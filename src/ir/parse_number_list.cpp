// SPDX-License-Identifier: Apache-2.0
// Integers and lists of numbers in attributes.
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
