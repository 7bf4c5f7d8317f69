// SPDX-License-Identifier: Apache-2.0
#include "pass/substitute.h"

#include <unordered_set>

namespace tutti::pass {
namespace {

using ir::Block;
using ir::Operation;
using ir::Value;

/// Adds the users in a block. Returns the values that the block uses and does not define.
std::unordered_set<Value> collect_users(const Block& block, Users& users) {
  std::unordered_set<Value> used;
  for (const auto& op : block.operations) {
    for (Value operand : op->operands) {
      users[operand].push_back(op.get());
      used.insert(operand);
    }
    for (const auto& region : op->regions)
      for (Value captured : collect_users(*region, users)) {
        users[captured].push_back(op.get());
        used.insert(captured);
      }
  }
  for (const auto& argument : block.arguments) used.erase(argument.get());
  for (const auto& op : block.operations)
    for (Value result : op->results()) used.erase(result);
  return used;
}

class Rebuilding {
 public:
  Rebuilding(const ir::Catalogue& catalogue, const Users& users, const Substitute& substitute_of)
      : catalogue_(catalogue), users_(users), substitute_of_(substitute_of) {}

  void block(const Block& from, Block& to, ir::ValueMap& map) const {
    ir::Builder builder(to, catalogue_);
    for (const auto& op : from.operations) {
      builder.location = op->location;
      if (const Value value = substitute_of_({builder, users_, map}, *op))
        map[op->result()] = value;
      else
        to.operations.push_back(op->def().is_control_flow ? with_blocks(*op, map)
                                                          : ir::clone(*op, map));
    }
  }

 private:
  std::unique_ptr<Operation> with_blocks(const Operation& op, ir::ValueMap& map) const {
    auto copy = std::make_unique<Operation>(op.def(), ir::mapped(op.operands, map), op.attributes);
    copy->location = op.location;
    for (const auto& region : op.regions) {
      Block& to = copy->add_region();
      for (const auto& argument : region->arguments)
        map[argument.get()] = to.add_argument(argument->type);
      block(*region, to, map);
      forget(*region, map);
    }
    copy->set_result_types(op.result_types());
    for (size_t i = 0; i < op.result_count(); i++) map[op.result(i)] = copy->result(i);
    return copy;
  }

  /// What is made inside is not seen outside.
  static void forget(const Block& block, ir::ValueMap& map) {
    for (const auto& argument : block.arguments) map.erase(argument.get());
    for (const auto& op : block.operations)
      for (Value result : op->results()) map.erase(result);
  }

  const ir::Catalogue& catalogue_;
  const Users& users_;
  const Substitute& substitute_of_;
};

}  // namespace

const Operation* unshared(Value value, std::string_view name, const Users& users) {
  const Operation* op = value->owner;
  return op && op->name() == name && users.at(value).size() == 1 ? op : nullptr;
}

ir::Module substitute(ir::Module module, const ir::Catalogue& catalogue,
                      const Substitute& substitute_of) {
  for (auto& function : module.functions) {
    Users users;
    collect_users(function->body, users);
    ir::ValueMap map;
    auto rebuilt = ir::declaration_of(*function, map);
    Rebuilding(catalogue, users, substitute_of).block(function->body, rebuilt->body, map);
    function = std::move(rebuilt);
  }
  return module;
}

}  // namespace tutti::pass
