// SPDX-License-Identifier: Apache-2.0
// The generic form of operations.
#include "ir/parser.h"

namespace tutti::ir {

void Parser::parse_generic(Draft& draft) {
  parse_operands(draft);
  if (lexer_.take("<")) {
    draft.attributes = parse_dictionary();
    lexer_.expect(">");
  }
  if (lexer_.take("(")) {
    do draft.regions.push_back(parse_region());
    while (lexer_.take(","));
    lexer_.expect(")");
  }
  parse_more_attributes(draft);
  lexer_.expect(":");
  parse_operand_types(draft);
  lexer_.expect("->");
  parse_result_types(draft.results);
}

void Parser::parse_more_attributes(Draft& draft) {
  if (!lexer_.is("{")) return;
  Attributes more = parse_dictionary();
  if (draft.attributes.empty()) {
    draft.attributes = std::move(more);
    return;
  }
  for (const auto& [name, value] : more.entries()) draft.attributes.set(name, value);
}

void Parser::parse_operand_types(const Draft& draft) {
  size_t count = 0;
  lexer_.expect("(");
  for (; !lexer_.take(")"); count++) {
    if (count) lexer_.expect(",");
    check_operand_type(draft, count, parse_type());
  }
  check_operand_count(draft, count);
}

void Parser::check_operand_type(const Draft& draft, size_t index, const Type& type) const {
  if (index >= draft.operands.size()) return;  // check_operand_count() says so
  const Type& found = draft.operands[index]->type;
  if (type != found)
    lexer_.error(fmt::format("operand {} is a {}, but its type is given as {}", index, found.str(),
                             type.str()));
}

void Parser::check_operand_count(const Draft& draft, size_t count) const {
  if (count != draft.operands.size())
    lexer_.error(fmt::format("{} operands, but {} operand types", draft.operands.size(), count));
}

}  // namespace tutti::ir
