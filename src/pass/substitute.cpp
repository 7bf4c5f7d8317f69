// SPDX-License-Identifier: Apache-2.0
#include "pass/substitute.h"

namespace tutti::pass {
namespace {

void collect_users(const ir::Block& block, Users& users) {
  for (const auto& op : block.operations) {
    for (ir::Value operand : op->operands) users[operand].push_back(op.get());
    for (const auto& region : op->regions) collect_users(*region, users);
  }
}

}  // namespace

ir::Module substitute(ir::Module module, const ir::Catalogue& catalogue,
                      const Substitute& substitute_of) {
  for (auto& function : module.functions) {
    Users users;
    collect_users(function->body, users);
    ir::ValueMap map;
    auto rebuilt = ir::declaration_of(*function, map);
    ir::Builder builder(rebuilt->body, catalogue);
    for (const auto& op : function->body.operations) {
      builder.location = op->location;
      if (const ir::Value value = substitute_of({builder, users, map}, *op))
        map[op->result()] = value;
      else
        rebuilt->body.operations.push_back(ir::clone(*op, map));
    }
    function = std::move(rebuilt);
  }
  return module;
}

}  // namespace tutti::pass
