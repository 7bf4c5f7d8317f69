// SPDX-License-Identifier: Apache-2.0
#include "pass/loop_invariants.h"

#include <algorithm>

#include "ir/op_def.h"

namespace tutti::pass {
namespace {

using ir::Block;
using ir::Operation;
using ir::Value;
using ir::ValueMap;

bool is_known(const ir::Type& type) {
  return type.is_tensor() && type.is_static() && !type.is_quantized();
}

int64_t bytes_of(const std::vector<ir::Type>& types) {
  int64_t sum = 0;
  for (const ir::Type& type : types) sum += type.bytes();
  return sum;
}

/// Whether it pays to compute an operation once and keep its results. Broadcasts and iotas are
/// cheaper to compute in each round, and a barrier must keep operations where they are.
bool may_leave(const Operation& op) {
  const auto operands = op.operand_types(), results = op.result_types();
  if (op.def().has_side_effect || op.def().is_terminator || !op.regions.empty() ||
      op.name() == "stablehlo.optimization_barrier" ||
      !std::all_of(operands.begin(), operands.end(), is_known) ||
      !std::all_of(results.begin(), results.end(), is_known))
    return false;
  return op.name() == "stablehlo.constant" || bytes_of(results) <= bytes_of(operands);
}

bool is_handed_on(const Operation& loop, size_t index);

/// The value outside of loops that a value is, if the loops pass it on unchanged.
Value origin_of(Value value) {
  while (value->owner && value->owner->name() == "stablehlo.while" &&
         is_handed_on(*value->owner, value->index))
    value = value->owner->operand(value->index);
  return value;
}

bool is_handed_on(const Operation& loop, size_t index) {
  const Block& round = *loop.regions[1];
  return origin_of(round.terminator().operand(index)) == round.arguments[index].get();
}

class Rebuilding {
 public:
  void arguments(const ir::Function& function) {
    for (const auto& argument : function.body.arguments) depths_[argument.get()] = 0;
  }
  void block(const Block& from, Block& to, ValueMap& map, size_t floor);

 private:
  void place(std::unique_ptr<Operation> op, const Operation& from, ValueMap& map, size_t floor);
  std::unique_ptr<Operation> loop(const Operation& op, ValueMap& map, size_t floor);
  std::unique_ptr<Operation> with_regions(const Operation& op, ValueMap& map);
  void add_arguments(const Block& from, Block& to, ValueMap& map);

  std::vector<Block*> blocks_;  // around the operation that is being copied, outermost first
  std::unordered_map<Value, size_t> depths_;  // a new value is visible in blocks_[depth] and inside
};

void Rebuilding::add_arguments(const Block& from, Block& to, ValueMap& map) {
  for (const auto& argument : from.arguments)
    if (!map.contains(argument.get())) map[argument.get()] = to.add_argument(argument->type);
  for (const auto& argument : to.arguments) depths_[argument.get()] = blocks_.size();
}

/// Appends a copy to the outermost block in which its operands are visible, not outside of `floor`.
void Rebuilding::place(std::unique_ptr<Operation> op, const Operation& from, ValueMap& map,
                       size_t floor) {
  size_t depth = blocks_.size() - 1;
  if (may_leave(*op)) {
    depth = floor;
    for (Value operand : op->operands) depth = std::max(depth, depths_.at(operand));
  }
  for (size_t i = 0; i < from.result_count(); i++) {
    map[from.result(i)] = op->result(i);
    depths_[op->result(i)] = depth;
  }
  blocks_[depth]->operations.push_back(std::move(op));
}

/// Operations of a region are not moved further out than `floor`.
void Rebuilding::block(const Block& from, Block& to, ValueMap& map, size_t floor) {
  blocks_.push_back(&to);
  for (const auto& op : from.operations) {
    if (op->name() == "stablehlo.while") {
      blocks_.back()->operations.push_back(loop(*op, map, floor));
    } else if (op->regions.empty()) {
      auto copy =
          std::make_unique<Operation>(op->def(), ir::mapped(op->operands, map), op->attributes);
      copy->location = op->location;
      copy->set_result_types(op->result_types());
      place(std::move(copy), *op, map, floor);
    } else {
      place(with_regions(*op, map), *op, map, floor);
    }
  }
  blocks_.pop_back();
}

/// Operations stay in branches, which may not run, and in the regions of reductions.
std::unique_ptr<Operation> Rebuilding::with_regions(const Operation& op, ValueMap& map) {
  auto copy = std::make_unique<Operation>(op.def(), ir::mapped(op.operands, map), op.attributes);
  copy->location = op.location;
  for (const auto& region : op.regions) {
    Block& to = copy->add_region();
    add_arguments(*region, to, map);
    block(*region, to, map, blocks_.size());
  }
  copy->set_result_types(op.result_types());
  return copy;
}

std::unique_ptr<Operation> Rebuilding::loop(const Operation& op, ValueMap& map, size_t floor) {
  const Block &condition = *op.regions[0], &round = *op.regions[1];
  std::vector<Value> carried;
  std::vector<ir::Type> types;
  std::vector<size_t> kept;
  for (size_t i = 0; i < op.operand_count(); i++) {
    const Value initial = map.at(op.operand(i));
    if (is_handed_on(op, i)) {
      for (const Block* block : {&condition, &round}) map[block->arguments[i].get()] = initial;
      map[op.result(i)] = initial;
      continue;
    }
    carried.push_back(initial);
    types.push_back(op.result(i)->type);
    kept.push_back(i);
  }
  auto copy = std::make_unique<Operation>(op.def(), carried, op.attributes);
  copy->location = op.location;
  for (const Block* region : {&condition, &round}) {
    Block& to = copy->add_region();
    add_arguments(*region, to, map);
    block(*region, to, map, region == &round ? floor : blocks_.size());
  }
  Operation& returned = *copy->regions[1]->operations.back();
  std::vector<Value> next;
  for (size_t i : kept) next.push_back(returned.operands[i]);
  returned.operands = next;
  copy->set_result_types(types);
  for (size_t i = 0; i < kept.size(); i++) {
    map[op.result(kept[i])] = copy->result(i);
    depths_[copy->result(i)] = blocks_.size() - 1;
  }
  return copy;
}

}  // namespace

ir::Module hoist_loop_invariants(ir::Module module) {
  for (auto& function : module.functions) {
    ValueMap map;
    auto rebuilt = ir::declaration_of(*function, map);
    Rebuilding rebuilding;
    rebuilding.arguments(*rebuilt);
    rebuilding.block(function->body, rebuilt->body, map, 0);
    function = std::move(rebuilt);
  }
  return module;
}

}  // namespace tutti::pass
