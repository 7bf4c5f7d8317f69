// SPDX-License-Identifier: Apache-2.0
// Types and lists of types.
#include "base/text.h"
#include "ir/parser.h"
#include "ir/type_text.h"

namespace tutti::ir {

bool Parser::at_type() const {
  return lexer_.peek().kind == Token::Kind::bang_word || lexer_.is("tensor") ||
         lexer_.is("tuple") || lexer_.is("memref");
}

const Type& Parser::parse_type() {
  const Token token = lexer_.peek();
  if (!at_type())
    lexer_.error_at(token.offset,
                    fmt::format("expected a type, found '{}'", escaped(token.text, 60)));
  // Programs use few types, many times.
  const std::string_view text = lexer_.raw_with_angles();
  if (const auto known = types_.find(text); known != types_.end()) return known->second;
  std::string problem;
  auto type = type_from_text(text, problem);
  if (!type) lexer_.error_at(token.offset, problem);
  return types_.emplace(text, std::move(*type)).first->second;
}

std::vector<Type> Parser::parse_type_list() {
  std::vector<Type> types;
  lexer_.expect("(");
  while (!lexer_.take(")")) {
    if (!types.empty()) lexer_.expect(",");
    types.push_back(parse_type());
  }
  return types;
}

void Parser::parse_result_types(std::vector<Type>& results) {
  if (lexer_.is("("))
    results = parse_type_list();
  else
    results.push_back(parse_type());
}

}  // namespace tutti::ir
