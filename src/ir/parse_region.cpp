// SPDX-License-Identifier: Apache-2.0
// Regions and their blocks.
#include "ir/parser.h"

namespace tutti::ir {

void Parser::parse_block_body(Block& block) {
  if (++depth_ > 100) lexer_.error("regions are nested deeper than 100");
  while (!lexer_.is("}")) {
    if (lexer_.peek().kind == Token::Kind::end) lexer_.error("expected '}'");
    parse_operation(block);
  }
  depth_--;
}

void Parser::parse_block_arguments(Block& block) {
  lexer_.expect("(");
  while (!lexer_.take(")")) {
    if (!block.arguments.empty()) lexer_.expect(",");
    const std::string_view name = lexer_.next().text;
    lexer_.expect(":");
    const Value argument = block.add_argument(parse_type());
    define(name, argument);
    argument->location = parse_argument_location();
  }
}

std::unique_ptr<Block> Parser::parse_region() {
  NameScope scope(*this);
  auto block = std::make_unique<Block>();
  lexer_.expect("{");
  if (lexer_.peek().kind == Token::Kind::block) {
    lexer_.next();
    if (lexer_.is("(")) parse_block_arguments(*block);
    lexer_.expect(":");
  }
  parse_block_body(*block);
  lexer_.expect("}");
  return block;
}

}  // namespace tutti::ir
