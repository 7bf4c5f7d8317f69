// SPDX-License-Identifier: Apache-2.0
// The syntax of the region of a reduction.
#include "ir/parser.h"

namespace tutti::ir {

// reducer(%p: T, %q: T) (%r: U, %s: U) { ... }, for `count` results
void Parser::parse_reducer(Block& block, size_t count) {
  NameScope scope(*this);
  lexer_.expect("reducer");
  struct Argument {
    std::string_view name;
    Type type;
    std::shared_ptr<const std::string> location;
  };
  std::vector<Argument> left, right;
  for (size_t i = 0; i < count; i++) {
    lexer_.expect("(");
    for (auto* side : {&left, &right}) {
      if (side == &right) lexer_.expect(",");
      const std::string_view name = lexer_.next().text;
      lexer_.expect(":");
      Type type = parse_type();
      side->push_back({name, std::move(type), parse_argument_location()});
    }
    lexer_.expect(")");
  }
  for (const auto* side : {&left, &right})
    for (const auto& [name, type, location] : *side) {
      const Value argument = block.add_argument(type);
      define(name, argument);
      argument->location = location;
    }
  lexer_.expect("{");
  parse_block_body(block);
  lexer_.expect("}");
}

}  // namespace tutti::ir
