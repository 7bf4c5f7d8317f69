// SPDX-License-Identifier: Apache-2.0
#include "pass/rewrite.h"

namespace tutti::pass {
namespace {

using ir::Block;
using ir::Builder;
using ir::Operation;
using ir::Value;
using ir::ValueMap;

void rebuild_block(const Block& from, Block& to, const ir::Catalogue& catalogue, ValueMap& map,
                   const Visit& visit);

/// A copy with new operands and rebuilt regions.
std::unique_ptr<Operation> draft_of(const Operation& op, const ir::Catalogue& catalogue,
                                    ValueMap& map, const Visit& visit) {
  auto draft = std::make_unique<Operation>(op.def(), ir::mapped(op.operands, map), op.attributes);
  draft->location = op.location;
  for (const auto& region : op.regions) {
    Block& block = draft->add_region();
    // What a loop carries has the sizes that it begins with.
    const bool carries = op.def().is_control_flow && region->arguments.size() == op.operand_count();
    for (size_t i = 0; i < region->arguments.size(); i++) {
      const ir::Type& type = region->arguments[i]->type;
      map[region->arguments[i].get()] =
          block.add_argument(carries ? ir::merged(type, draft->operand_type(i)) : type);
    }
    rebuild_block(*region, block, catalogue, map, visit);
  }
  draft->set_result_types(op.result_types());
  return draft;
}

void append(Builder& builder, const Operation& op, ValueMap& map, const Visit& visit) {
  auto draft = draft_of(op, builder.catalogue(), map, visit);
  builder.location = op.location;
  std::optional<std::vector<Value>> results;
  if (!op.def().is_terminator) results = visit(builder, *draft);
  if (!results) {
    // Operands may have other types now, and so may the results.
    draft->set_result_types(draft->def().infer(*draft));
    results = draft->results();
    builder.block().operations.push_back(std::move(draft));
  }
  check(results->size() == op.result_count(), "{} values take the place of the {} results of {}",
        results->size(), op.result_count(), op.name());
  for (size_t i = 0; i < results->size(); i++) map[op.result(i)] = (*results)[i];
}

void rebuild_block(const Block& from, Block& to, const ir::Catalogue& catalogue, ValueMap& map,
                   const Visit& visit) {
  Builder builder(to, catalogue);
  for (const auto& op : from.operations) append(builder, *op, map, visit);
}

}  // namespace

std::vector<Value> append_body(Builder& builder, const Block& from, ValueMap& map,
                               const Visit& visit) {
  for (const auto& op : from.operations) {
    if (op->def().is_terminator) return ir::mapped(op->operands, map);
    append(builder, *op, map, visit);
  }
  throw InternalError("a block has no terminator");
}

std::vector<Value> append_body(Builder& builder, const Block& from, ValueMap& map) {
  return append_body(builder, from, map, [](Builder&, const Operation&) { return std::nullopt; });
}

void finish(ir::Function& function, Builder& builder, const std::vector<Value>& results) {
  builder.create("func.return", results);
  function.result_types.clear();
  for (Value result : results) function.result_types.push_back(result->type);
  function.result_attributes.resize(results.size());
}

ir::Module rewrite(const ir::Module& module, const ir::Catalogue& catalogue, const Visit& visit) {
  ir::Module result = ir::head_of(module);
  for (const auto& function : module.functions) {
    ValueMap map;
    auto copy = ir::declaration_of(*function, map);
    rebuild_block(function->body, copy->body, catalogue, map, visit);
    result.functions.push_back(std::move(copy));
  }
  return result;
}

}  // namespace tutti::pass
