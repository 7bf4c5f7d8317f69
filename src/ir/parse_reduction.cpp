// SPDX-License-Identifier: Apache-2.0
// The syntax of reductions.
#include "ir/parser.h"

namespace tutti::ir {

// (%a init: %c) applies stablehlo.add across dimensions = [1] : (..) -> ..
// (%a init: %c), (%b init: %d) across dimensions = [1] : (..) -> (..) reducer(%p: T, %q: T) (...) {
// ... }
void Parser::parse_reduction(Draft& draft) {
  std::vector<Value> inputs, inits;
  do {
    lexer_.expect("(");
    inputs.push_back(parse_operand());
    lexer_.expect("init");
    lexer_.expect(":");
    inits.push_back(parse_operand());
    lexer_.expect(")");
  } while (lexer_.take(","));
  draft.operands = inputs;
  draft.operands.insert(draft.operands.end(), inits.begin(), inits.end());
  const OpDef* applied = nullptr;
  if (lexer_.take("applies")) {
    const Token name = lexer_.next();
    applied = &op_named(name);
    if (!applied->is_commutative)
      lexer_.error_at(name.offset, fmt::format("{} is applied, expected a commutative operation; "
                                               "others are given as a reducer",
                                               applied->name));
  }
  lexer_.expect("across");
  lexer_.expect("dimensions");
  lexer_.expect("=");
  draft.attributes.set("dimensions", ints_attribute(parse_int_list()));
  parse_more_attributes(draft);
  parse_types(draft, TypeStyle::functional);

  auto block = std::make_unique<Block>();
  if (applied) {
    const Type scalar = inits[0]->type.with(Shape());
    std::vector<Value> sides = {block->add_argument(scalar), block->add_argument(scalar)};
    auto body = std::make_unique<Operation>(*applied, sides, Attributes{});
    body->location = draft.location;
    body->set_result_types({scalar});  // quantized sums ask for it
    body->set_result_types(applied->infer(*body));
    auto end = std::make_unique<Operation>(catalogue_.get("stablehlo.return"), body->results(),
                                           Attributes{});
    end->location = draft.location;
    block->operations.push_back(std::move(body));
    block->operations.push_back(std::move(end));
  } else {
    parse_reducer(*block, inputs.size());
  }
  draft.regions.push_back(std::move(block));
}

}  // namespace tutti::ir
