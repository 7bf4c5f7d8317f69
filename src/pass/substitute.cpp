// SPDX-License-Identifier: Apache-2.0
#include "pass/substitute.h"

namespace tutti::pass {
namespace {

/// The function without its body.
std::unique_ptr<ir::Function> declaration_of(const ir::Function& function) {
  auto copy = std::make_unique<ir::Function>();
  copy->name = function.name;
  copy->is_private = function.is_private;
  copy->attributes = function.attributes;
  for (size_t i = 0; i < function.argument_count(); i++)
    copy->add_argument(function.argument(i)->type, function.argument_attributes[i]);
  copy->result_types = function.result_types;
  copy->result_attributes = function.result_attributes;
  copy->location = function.location;
  return copy;
}

}  // namespace

ir::Module substitute(ir::Module module, const ir::Catalogue& catalogue,
                      const std::function<Substitute(const ir::Function&)>& substitute_of) {
  for (auto& function : module.functions) {
    auto rebuilt = declaration_of(*function);
    const Substitute visit = substitute_of(*function);
    ir::ValueMap map;
    for (size_t i = 0; i < function->argument_count(); i++)
      map[function->argument(i)] = rebuilt->argument(i);
    ir::Builder builder(rebuilt->body, catalogue);
    for (const auto& op : function->body.operations) {
      builder.location = op->location;
      if (const ir::Value value = visit(builder, *op, map))
        map[op->result()] = value;
      else
        rebuilt->body.operations.push_back(ir::clone(*op, map));
    }
    function = std::move(rebuilt);
  }
  return module;
}

}  // namespace tutti::pass
