// SPDX-License-Identifier: Apache-2.0
#include "pass/rematerialise.h"

#include <algorithm>
#include <span>

#include "ir/builder.h"
#include "pass/kept_values.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

/// What to give up, in order, and what the copies cost after each.
struct Choices {
  std::vector<size_t> values;
  std::vector<double> cost;
  double whole = 0;  // of all operations of the program
};

/// The values in the order in which they are given up: each time the one whose copies cost least
/// for its bytes, if the estimated peak falls.
Choices choose(const ir::Block& block, const ir::Catalogue& catalogue) {
  const KeptValues kept(block);
  std::vector<double> costs;
  Choices choices;
  for (const auto& op : block.operations) {
    costs.push_back(cost_of(*op, catalogue));
    choices.whole += costs.back();
  }
  KeptValues::GivenUp given_up = kept.nothing();
  std::vector<char> copied(block.operations.size(), 0);
  std::vector<size_t> left = kept.candidates();
  int64_t peak = kept.peak(kept.order(given_up), given_up);
  double cost = 0;
  while (!left.empty()) {
    size_t best = 0;
    double best_rate = 0, best_cost = 0;
    for (size_t i = 0; i < left.size(); i++) {
      double more = 1;
      for (const size_t op : kept.more_copies(left[i], given_up, copied)) more += costs[op];
      const double rate = static_cast<double>(kept.bytes(left[i])) / more;
      if (rate <= best_rate) continue;
      best = i;
      best_rate = rate;
      best_cost = more;
    }
    const size_t value = left[best];
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(best));
    given_up[value] = 1;
    const auto order = kept.order(given_up);
    const int64_t lower = kept.peak(order, given_up);
    if (lower >= peak) {
      given_up[value] = 0;
      continue;
    }
    peak = lower;
    cost += best_cost;
    for (const KeptValues::Entry& entry : order)
      if (entry.is_copy) copied[entry.op] = 1;
    choices.values.push_back(value);
    choices.cost.push_back(cost);
  }
  return choices;
}

/// Rebuilds a block in the order that lacks the values.
class Rebuilt {
 public:
  Rebuilt(ir::Block& block, const ir::Catalogue& catalogue, std::span<const size_t> values)
      : block_(block), kept_(block), given_up_(kept_.nothing()), catalogue_(catalogue) {
    for (const size_t value : values) given_up_[value] = 1;
  }

  void run() {
    const std::vector<KeptValues::Entry> order = kept_.order(given_up_);
    std::vector<std::unique_ptr<Operation>> before = std::move(block_.operations);
    block_.operations.clear();
    // What is moved is still read by copies, so operands change at the end.
    std::vector<Operation*> made;
    for (const auto& op : before) made.push_back(op.get());
    for (const KeptValues::Entry& entry : order) {
      Operation& op = *made[entry.op];
      if (entry.is_copy)
        add_copy(op, *made[entry.before]);
      else
        block_.operations.push_back(std::move(before[entry.op]));
    }
    for (size_t at = 0; at < made.size(); at++)
      if (kept_.is_late(at))
        for (Value& operand : made[at]->operands)
          if (kept_.is_lost(operand, given_up_)) operand = copies_.at(operand);
  }

 private:
  void add_copy(const Operation& op, const Operation& reader) {
    ir::ValueMap map;
    std::vector<Value> kept;
    for (const Value operand : op.operands) {
      if (kept_.is_lost(operand, given_up_))
        map[operand] = copies_.at(operand);
      else if (operand->owner && operand->owner->operand_count() > 0)
        kept.push_back(operand);
    }
    if (kept.empty() && map.empty()) kept.push_back(smallest(op));
    if (!kept.empty()) add_barrier(kept, reader, map);
    block_.operations.push_back(ir::clone(op, map));
    for (size_t i = 0; i < op.result_count(); i++)
      copies_[op.result(i)] = block_.operations.back()->result(i);
  }

  static Value smallest(const Operation& op) {
    return *std::min_element(op.operands.begin(), op.operands.end(),
                             [](Value a, Value b) { return a->type.bytes() < b->type.bytes(); });
  }

  /// What has to be there before the kept values are read: a value of the backward pass.
  void add_barrier(std::vector<Value> kept, const Operation& reader, ir::ValueMap& map) {
    const size_t count = kept.size();
    const auto anchor =
        std::find_if(reader.operands.begin(), reader.operands.end(),
                     [&](Value operand) { return kept_.is_computed_late(operand); });
    if (anchor != reader.operands.end()) kept.push_back(*anchor);
    ir::Builder builder(block_, catalogue_);
    builder.location = reader.location;
    const std::vector<Value> passed = builder.create("stablehlo.optimization_barrier", kept);
    for (size_t i = 0; i < count; i++) map[kept[i]] = passed[i];
  }

  ir::Block& block_;
  KeptValues kept_;
  KeptValues::GivenUp given_up_;
  const ir::Catalogue& catalogue_;
  std::unordered_map<Value, Value> copies_;
};

ir::Module without(const ir::Module& module, const ir::Catalogue& catalogue,
                   std::span<const size_t> values) {
  ir::Module changed = ir::clone(module);
  if (!values.empty()) Rebuilt(changed.functions.front()->body, catalogue, values).run();
  return changed;
}

}  // namespace

ir::Module rematerialise(ir::Module module, const ir::Catalogue& catalogue,
                         const MemoryBudget& budget, const PlanBytes& bytes_of,
                         Rematerialised* result) {
  check(module.functions.size() == 1, "rematerialisation of {} functions", module.functions.size());
  Rematerialised found;
  found.before = found.after = bytes_of(module);
  found.limit =
      budget.bytes.value_or(static_cast<int64_t>(budget.share * static_cast<double>(found.before)));
  if (found.before > found.limit) {
    const Choices choices = choose(module.functions.front()->body, catalogue);
    const std::span<const size_t> values = choices.values;
    // Half of an interval is looked at: bytes fall with each value.
    size_t fits = values.size(), not_yet = 0;
    while (fits - not_yet > 1) {
      const size_t middle = not_yet + (fits - not_yet) / 2;
      const int64_t bytes = bytes_of(without(module, catalogue, values.first(middle)));
      if (bytes <= found.limit) found.after = bytes;
      (bytes <= found.limit ? fits : not_yet) = middle;
    }
    if (fits > 0) {
      module = without(module, catalogue, values.first(fits));
      if (fits == values.size()) found.after = bytes_of(module);  // the only one not looked at yet
      found.values = fits;
      found.work = choices.cost[fits - 1] / choices.whole;
    }
  }
  if (result) *result = found;
  return module;
}

}  // namespace tutti::pass
