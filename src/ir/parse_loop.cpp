// SPDX-License-Identifier: Apache-2.0
// The syntax of loops and scans.
#include "ir/parser.h"

namespace tutti::ir {

// (%iterArg = %a, %iterArg_0 = %b) : T, U attributes {..} cond {..} do {..}
void Parser::parse_loop(Draft& draft) {
  std::vector<std::string_view> names;
  lexer_.expect("(");
  while (!lexer_.take(")")) {
    if (!names.empty()) lexer_.expect(",");
    names.push_back(lexer_.next().text);
    lexer_.expect("=");
    draft.operands.push_back(parse_operand());
  }
  if (!names.empty()) {
    lexer_.expect(":");
    do draft.results.push_back(parse_type());
    while (lexer_.take(","));
  }
  for (size_t i = 0; i < draft.results.size(); i++) check_operand_type(draft, i, draft.results[i]);
  check_operand_count(draft, draft.results.size());
  if (lexer_.take("attributes")) parse_more_attributes(draft);
  for (std::string_view part : {"cond", "do"}) {
    lexer_.expect(part);
    NameScope scope(*this);
    auto block = std::make_unique<Block>();
    for (size_t i = 0; i < names.size(); i++)
      define(names[i], block->add_argument(draft.results[i]));
    lexer_.expect("{");
    parse_block_body(*block);
    lexer_.expect("}");
    draft.regions.push_back(std::move(block));
  }
}

// (%inputs) inits (%carries) dimension=0 attributes {..} {body} : (..) -> (..)
void Parser::parse_scan(Draft& draft) {
  const auto inputs = static_cast<int64_t>(parse_operands(draft));
  lexer_.expect("inits");
  const auto carries = static_cast<int64_t>(parse_operands(draft));
  lexer_.expect("dimension");
  lexer_.expect("=");
  draft.attributes.set("dimension", int_attribute(parse_int()));
  if (lexer_.take("attributes")) parse_more_attributes(draft);
  draft.regions.push_back(parse_region());
  const auto& body = draft.regions.back()->operations;
  const auto returned = body.empty() ? 0 : static_cast<int64_t>(body.back()->operand_count());
  const auto segments = [](int64_t first, int64_t second) {
    return IntArrayAttribute{{first, second}, ElementType::i32};
  };
  draft.attributes.set("operandSegmentSizes", segments(inputs, carries));
  draft.attributes.set("resultSegmentSizes", segments(returned - carries, carries));
}

}  // namespace tutti::ir
