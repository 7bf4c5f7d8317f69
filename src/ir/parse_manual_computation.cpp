// SPDX-License-Identifier: Apache-2.0
// The syntax of manual computations.
#include "ir/parser.h"

namespace tutti::ir {

// (%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[..] manual_axes={"x"} (%b: T) {..}
void Parser::parse_manual_computation(Draft& draft) {
  parse_operands(draft);
  for (const char* name : {"in_shardings", "out_shardings"}) {
    lexer_.expect(name);
    lexer_.expect("=");
    lexer_.expect("[");
    draft.attributes.set(
        name, OpaqueAttribute{fmt::format("{}{}{}", kShardings.before,
                                          lexer_.raw_until_closing('[', ']'), kShardings.after)});
  }
  lexer_.expect("manual_axes");
  lexer_.expect("=");
  lexer_.expect("{");
  draft.attributes.set("manual_axes", OpaqueAttribute{fmt::format(
                                          "{}{}{}", kManualAxes.before,
                                          lexer_.raw_until_closing('{', '}'), kManualAxes.after)});
  NameScope scope(*this);
  auto block = std::make_unique<Block>();
  parse_block_arguments(*block);
  lexer_.expect("{");
  parse_block_body(*block);
  lexer_.expect("}");
  draft.regions.push_back(std::move(block));
}

}  // namespace tutti::ir
