// SPDX-License-Identifier: Apache-2.0
// Copies of operations, functions and modules.
#include "ir/module.h"
#include "ir/op_def.h"

namespace tutti::ir {

std::vector<Value> mapped(const std::vector<Value>& values, const ValueMap& map) {
  std::vector<Value> result;
  for (Value value : values) {
    const auto found = map.find(value);
    result.push_back(found == map.end() ? value : found->second);
  }
  return result;
}

std::unique_ptr<Operation> clone(const Operation& op, ValueMap& map) {
  auto copy = std::make_unique<Operation>(op.def(), mapped(op.operands, map), op.attributes);
  copy->location = op.location;
  copy->set_result_types(op.result_types());
  for (size_t i = 0; i < op.result_count(); i++) map[op.result(i)] = copy->result(i);
  for (const auto& region : op.regions) {
    Block& block = copy->add_region();
    for (const auto& argument : region->arguments) {
      map[argument.get()] = block.add_argument(argument->type);
      map[argument.get()]->location = argument->location;
    }
    clone_into(*region, block, map);
  }
  return copy;
}

void clone_into(const Block& from, Block& to, ValueMap& map) {
  for (const auto& op : from.operations) to.operations.push_back(clone(*op, map));
}

std::vector<Value> clone_body(const Block& from, Block& to, ValueMap& map) {
  for (const auto& op : from.operations)
    if (!op->def().is_terminator) to.operations.push_back(clone(*op, map));
  return mapped(from.terminator().operands, map);
}

std::unique_ptr<Function> declaration_of(const Function& function, ValueMap& map) {
  auto copy = std::make_unique<Function>();
  copy->name = function.name;
  copy->is_private = function.is_private;
  copy->attributes = function.attributes;
  copy->result_types = function.result_types;
  copy->result_attributes = function.result_attributes;
  copy->location = function.location;
  for (size_t i = 0; i < function.argument_count(); i++) {
    const Value argument = function.argument(i);
    map[argument] = copy->add_argument(argument->type, function.argument_attributes[i]);
    map[argument]->location = argument->location;
  }
  return copy;
}

std::unique_ptr<Function> clone(const Function& function) {
  ValueMap map;
  auto copy = declaration_of(function, map);
  clone_into(function.body, copy->body, map);
  return copy;
}

Module head_of(const Module& module) {
  Module head;
  head.name = module.name;
  head.attributes = module.attributes;
  head.meshes = module.meshes;
  head.location = module.location;
  head.location_aliases = module.location_aliases;
  return head;
}

Module clone(const Module& module) {
  Module copy = head_of(module);
  for (const auto& function : module.functions) copy.functions.push_back(clone(*function));
  return copy;
}

}  // namespace tutti::ir
