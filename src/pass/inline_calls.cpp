// SPDX-License-Identifier: Apache-2.0
#include "pass/inline_calls.h"

#include "pass/rewrite.h"

namespace tutti::pass {

ir::Module inline_calls(ir::Module module, const ir::Catalogue& catalogue) {
  const Visit visit = [&](ir::Builder& builder,
                          const ir::Operation& op) -> std::optional<std::vector<ir::Value>> {
    // A composite is a call of its decomposition, for who does not know its name.
    const bool composite = op.name() == "stablehlo.composite";
    if (!composite && op.name() != "func.call") return std::nullopt;
    const ir::Attribute& symbol = op.attribute(composite ? "decomposition" : "callee");
    const ir::Function& callee = module.get(symbol.get<ir::SymbolAttribute>()->name);
    ir::ValueMap map;
    for (size_t i = 0; i < op.operand_count(); i++) map[callee.argument(i)] = op.operand(i);
    return append_body(builder, callee.body, map, visit);
  };
  ir::Module result = rewrite(module, catalogue, visit);
  std::erase_if(result.functions, [](const auto& function) { return function->is_private; });
  return result;
}

}  // namespace tutti::pass
