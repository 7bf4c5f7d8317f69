// SPDX-License-Identifier: Apache-2.0
#include "pass/loop_products.h"

#include <algorithm>

#include "op/dot.h"
#include "op/emit.h"
#include "pass/dead_code.h"
#include "pass/loop_products_emit.h"
#include "pass/loop_products_plan.h"

namespace tutti::pass {
namespace {

using ir::Block;
using ir::Builder;
using ir::Operation;
using ir::Value;
using ir::ValueMap;
using Axes = std::vector<int64_t>;

class LoopRebuilding {
 public:
  explicit LoopRebuilding(const ir::Catalogue& catalogue) : catalogue_(catalogue) {}
  void block(const Block& from, Block& to, ValueMap& map) const {
    for (const auto& op : from.operations) operation(*op, to, map);
  }
  void operation(const Operation& op, Block& to, ValueMap& map) const;
  const ir::Catalogue& catalogue() const { return catalogue_; }

 private:
  const ir::Catalogue& catalogue_;
};

/// Appends a loop without the products that leave it, and those products before and after it.
class LoopWithoutProducts {
 public:
  LoopWithoutProducts(const LoopRebuilding& rebuilding, const LoopRows& rows, const LoopPlan& plan,
                      Block& to, ValueMap& map)
      : rebuilding_(rebuilding),
        rows_(rows),
        plan_(plan),
        loop_(rows.loop()),
        map_(map),
        outside_(to, rebuilding.catalogue()) {
    outside_.location = loop_.location;
    for (size_t i = 0; i < loop_.operand_count(); i++)
      if (!plan.states.contains(i)) kept_.push_back(i);
  }

  void run() {
    for (const EarlyProduct& product : plan_.early) multiply_all_rows(product);
    std::vector<Value> carried;
    for (size_t i : kept_) carried.push_back(map_.at(loop_.operand(i)));
    for (const CollectedValue& collected : plan_.collected)
      carried.push_back(
          op::constant(outside_, with_rows(collected.value->type, rows_.rounds()), 0));
    auto copy = std::make_unique<Operation>(loop_.def(), carried, loop_.attributes);
    copy->location = loop_.location;
    rebuilding_.block(*loop_.regions[0], region(*copy), map_);
    round(region(*copy));
    std::vector<ir::Type> types;
    for (Value value : carried) types.push_back(value->type);
    copy->set_result_types(types);
    for (size_t i = 0; i < kept_.size(); i++) map_[loop_.result(kept_[i])] = copy->result(i);
    const std::vector<Value> results = copy->results();
    outside_.block().operations.push_back(std::move(copy));
    add_up({results.begin() + static_cast<std::ptrdiff_t>(kept_.size()), results.end()});
  }

 private:
  void multiply_all_rows(const EarlyProduct& product);
  /// A region of the new loop, with arguments for what is still carried and what is collected.
  Block& region(Operation& copy);
  void round(Block& to);
  Value own_part(Builder& b, const EarlyProduct& product) const;
  Value with_row(Builder& b, Value collected, const CollectedValue& value) const;
  Value late_sum(const LateProduct& product, const std::vector<Value>& collected);
  void add_up(const std::vector<Value>& collected);

  const LoopRebuilding& rebuilding_;
  const LoopRows& rows_;
  const LoopPlan& plan_;
  const Operation& loop_;
  ValueMap& map_;
  Builder outside_;
  std::vector<size_t> kept_;  // values of the loop that it still carries
  std::unordered_map<const Operation*, Value> of_all_rows_;
};

void LoopWithoutProducts::multiply_all_rows(const EarlyProduct& product) {
  const op::DotAxes axes = op::dot_axes(*product.dot);
  std::array<Axes, 2> contract = {axes.lhs_contract, axes.rhs_contract};
  std::array<Value, 2> sides;
  const StackRow& row = product.row;
  sides[product.side] = read_rows(outside_, map_.at(row.stack), row, rows_.rounds());
  sides[1 - product.side] = map_.at(product.dot->operand(1 - product.side));
  if (!row.keeps_axis) contract[product.side] = with_axis(contract[product.side], row.axis);
  of_all_rows_[product.dot] = dot_like(outside_, *product.dot, sides, contract);
}

/// A round's part of the product with all rows.
Value LoopWithoutProducts::own_part(Builder& b, const EarlyProduct& product) const {
  const op::DotAxes axes = op::dot_axes(*product.dot);
  const Axes& free = product.side == 0 ? axes.lhs_free : axes.rhs_free;
  // Where the axis of the rows is among those of the result.
  int64_t axis = product.side == 0 ? 0 : static_cast<int64_t>(axes.lhs_free.size());
  axis += std::count_if(free.begin(), free.end(),
                        [&](int64_t other) { return other < product.row.axis; });
  const Value all = of_all_rows_.at(product.dot);
  ir::Shape sizes = all->type.shape;
  sizes[static_cast<size_t>(axis)] = 1;
  std::vector<Value> operands = row_starts(b, product.row, axis, all->type.rank(), map_);
  operands.insert(operands.begin(), all);
  const Value part = b.one("stablehlo.dynamic_slice", std::move(operands),
                           ir::attributes({{"slice_sizes", ir::ints_attribute(sizes)}}));
  return product.row.keeps_axis ? part : op::reshape(b, part, product.dot->result_type().shape);
}

Block& LoopWithoutProducts::region(Operation& copy) {
  const Block& from = *loop_.regions[copy.regions.size()];
  Block& to = copy.add_region();
  for (size_t i : kept_) {
    const Value argument = from.arguments[i].get();
    map_[argument] = to.add_argument(argument->type);
    map_[argument]->location = argument->location;
  }
  for (const CollectedValue& collected : plan_.collected)
    to.add_argument(with_rows(collected.value->type, rows_.rounds()));
  return to;
}

Value LoopWithoutProducts::with_row(Builder& b, Value collected,
                                    const CollectedValue& value) const {
  const Value row = map_.at(value.value);
  std::vector<Value> operands = row_starts(b, value.place, 0, collected->type.rank(), map_);
  const Value line = op::reshape(b, row, with_rows(row->type, 1).shape);
  operands.insert(operands.begin(), {collected, line});
  return b.one("stablehlo.dynamic_update_slice", std::move(operands));
}

void LoopWithoutProducts::round(Block& to) {
  Builder inside(to, rebuilding_.catalogue());
  for (const auto& op : rows_.round().operations) {
    inside.location = op->location;
    const auto early = std::find_if(plan_.early.begin(), plan_.early.end(),
                                    [&](const EarlyProduct& one) { return one.dot == op.get(); });
    if (early != plan_.early.end())
      map_[op->result()] = own_part(inside, *early);
    else if (!op->def().is_terminator && !plan_.sums.contains(op.get()))
      rebuilding_.operation(*op, to, map_);
  }
  std::vector<Value> next;
  for (size_t i : kept_) next.push_back(map_.at(rows_.round().terminator().operand(i)));
  for (size_t i = 0; i < plan_.collected.size(); i++)
    next.push_back(with_row(inside, to.arguments[kept_.size() + i].get(), plan_.collected[i]));
  inside.create("stablehlo.return", std::move(next));
  drop_dead_code(to);
}

/// The sum of all rounds of a product, as one product.
Value LoopWithoutProducts::late_sum(const LateProduct& product,
                                    const std::vector<Value>& collected) {
  const op::DotAxes axes = op::dot_axes(*product.dot);
  std::array<Axes, 2> contract = {axes.lhs_contract, axes.rhs_contract};
  std::array<Value, 2> sides;
  for (size_t side : {0, 1}) {
    const auto& row = product.sides[side].row;
    sides[side] = row ? read_rows(outside_, map_.at(row->stack), *row, rows_.rounds())
                      : collected[product.sides[side].collected];
    const int64_t axis = row ? row->axis : 0;
    contract[side] = with_axis(contract[side], axis);
    contract[side].insert(contract[side].begin(), axis);
  }
  return dot_like(outside_, *product.dot, sides, contract);
}

/// The sums of all rounds, of the values that the rounds have collected.
void LoopWithoutProducts::add_up(const std::vector<Value>& collected) {
  for (size_t i : plan_.states) map_[rows_.round().arguments[i].get()] = map_.at(loop_.operand(i));
  for (const LateProduct& product : plan_.late)
    map_[product.dot->result()] = late_sum(product, collected);
  for (const auto& op : rows_.round().operations)
    if (plan_.sums.contains(op.get()) && op->name() != "stablehlo.dot_general")
      outside_.block().operations.push_back(ir::clone(*op, map_));
  for (size_t i : plan_.states)
    map_[loop_.result(i)] = map_.at(rows_.round().terminator().operand(i));
}

void LoopRebuilding::operation(const Operation& op, Block& to, ValueMap& map) const {
  if (!op.def().is_control_flow) {
    to.operations.push_back(ir::clone(op, map));
    return;
  }
  if (const auto rows = LoopRows::of(op)) {
    const LoopPlan plan = plan_products(*rows);
    if (!plan.is_empty()) return LoopWithoutProducts(*this, *rows, plan, to, map).run();
  }
  auto copy = std::make_unique<Operation>(op.def(), ir::mapped(op.operands, map), op.attributes);
  copy->location = op.location;
  for (const auto& region : op.regions) {
    Block& inner = copy->add_region();
    for (const auto& argument : region->arguments) {
      map[argument.get()] = inner.add_argument(argument->type);
      map[argument.get()]->location = argument->location;
    }
    block(*region, inner, map);
  }
  copy->set_result_types(op.result_types());
  for (size_t i = 0; i < op.result_count(); i++) map[op.result(i)] = copy->result(i);
  to.operations.push_back(std::move(copy));
}

}  // namespace

ir::Module hoist_loop_products(ir::Module module, const ir::Catalogue& catalogue) {
  const LoopRebuilding rebuilding(catalogue);
  for (auto& function : module.functions) {
    ValueMap map;
    auto rebuilt = ir::declaration_of(*function, map);
    rebuilding.block(function->body, rebuilt->body, map);
    function = std::move(rebuilt);
  }
  return module;
}

}  // namespace tutti::pass
