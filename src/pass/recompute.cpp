// SPDX-License-Identifier: Apache-2.0
#include "pass/recompute.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "ir/builder.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

// Operations between two readers that are far from each other: more than a layer of a model has.
constexpr size_t kFar = 100;
// The same of a value that was only widened, which takes hardly any time.
constexpr size_t kFarWidened = 25;
// Bytes of a value that is worth it.
constexpr int64_t kLarge = int64_t{1} << 16;

bool is_large(Value value) {
  return value->type.is_tensor() && value->type.is_static() && value->type.bytes() >= kLarge;
}

/// Whether an operation only widens what it reads, which takes less memory than its result.
bool widens(const Operation& op) {
  return op.name() == "stablehlo.convert" && op.operand_type(0).is_static() &&
         op.operand_type(0).bytes() < op.result_type().bytes();
}

/// The block of one function, in which cheap values are replaced for their late readers.
class Recomputed {
 public:
  Recomputed(ir::Block& block, const ir::Catalogue& catalogue)
      : block_(block), catalogue_(catalogue) {
    for (size_t at = 0; at < block.operations.size(); at++) note_readers(*block.operations[at], at);
    for (const auto& op : block.operations)
      for (Value result : op->results()) find_late(result);
  }

  void run() {
    std::vector<std::unique_ptr<Operation>> before = std::move(block_.operations);
    block_.operations.clear();
    for (at_ = 0; at_ < before.size(); at_++) {
      for (Value& operand : before[at_]->operands) operand = current(operand);
      block_.operations.push_back(std::move(before[at_]));
    }
  }

 private:
  void note_readers(const Operation& op, size_t at) {
    for (Value operand : op.operands) readers_[operand].push_back(at);
    for (const auto& region : op.regions)
      for (const auto& inner : region->operations) note_inner(*inner, at);
  }
  /// What regions read is not replaced.
  void note_inner(const Operation& op, size_t at) {
    for (Value operand : op.operands) {
      readers_[operand].push_back(at);
      kept_.insert(operand);
    }
    for (const auto& region : op.regions)
      for (const auto& inner : region->operations) note_inner(*inner, at);
  }

  /// Whether a value is there at an operation, also without anything that reads it later; or can be
  /// computed again from what is.
  bool is_there(Value value, size_t at) const {
    if (!value->owner || value->owner->operand_count() == 0) return true;
    const auto found = readers_.find(value);
    if (found != readers_.end() && found->second.back() >= at && !late_.contains(value))
      return true;
    return can_recompute(*value->owner, at);
  }
  bool can_recompute(const Operation& op, size_t at) const {
    return widens(op) || (op.def().is_cheap && op.regions.empty() &&
                          std::all_of(op.operands.begin(), op.operands.end(),
                                      [&](Value operand) { return is_there(operand, at); }));
  }

  void find_late(Value value) {
    const auto found = readers_.find(value);
    if (found == readers_.end() || kept_.contains(value) || !is_large(value)) return;
    const std::vector<size_t>& at = found->second;
    for (size_t i = 1; i < at.size(); i++)
      if (at[i] - at[i - 1] > (widens(*value->owner) ? kFarWidened : kFar)) {
        if (can_recompute(*value->owner, at[i])) late_[value] = at[i];
        return;
      }
  }

  /// What the operation that is being placed reads instead of a value.
  Value current(Value value) {
    const auto late = late_.find(value);
    return late == late_.end() || at_ < late->second ? value : again(value);
  }
  Value again(Value value) {
    if (const auto found = copies_.find(value); found != copies_.end()) return found->second;
    const Operation& op = *value->owner;
    ir::ValueMap map;
    std::vector<Value> kept;
    for (Value operand : op.operands) {
      map[operand] = at_place(operand);
      if (map[operand] == operand && operand->owner && operand->owner->operand_count() > 0)
        kept.push_back(operand);
    }
    if (!kept.empty()) add_barrier(kept, map);
    block_.operations.push_back(ir::clone(op, map));
    for (size_t i = 0; i < op.result_count(); i++)
      copies_[op.result(i)] = block_.operations.back()->result(i);
    return copies_.at(value);
  }
  /// Without it, a copy could be computed together with what it repeats.
  void add_barrier(const std::vector<Value>& kept, ir::ValueMap& map) {
    ir::Builder builder(block_, catalogue_);
    const std::vector<Value> passed = builder.create("stablehlo.optimization_barrier", kept);
    for (size_t i = 0; i < kept.size(); i++) map[kept[i]] = passed[i];
  }
  Value at_place(Value operand) {
    if (!operand->owner || operand->owner->operand_count() == 0) return operand;
    const auto found = readers_.find(operand);
    const bool stays = found->second.back() >= at_ && !late_.contains(operand);
    return stays || !can_recompute(*operand->owner, at_) ? operand : again(operand);
  }

  ir::Block& block_;
  const ir::Catalogue& catalogue_;
  std::unordered_map<Value, std::vector<size_t>> readers_;  // in order
  std::unordered_set<Value> kept_;
  std::unordered_map<Value, size_t> late_;  // the first late reader
  std::unordered_map<Value, Value> copies_;
  size_t at_ = 0;
};

}  // namespace

ir::Module recompute(ir::Module module, const ir::Catalogue& catalogue) {
  for (auto& function : module.functions) Recomputed(function->body, catalogue).run();
  return module;
}

}  // namespace tutti::pass
