// SPDX-License-Identifier: Apache-2.0
#include "pass/recompute_rows.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_set>

#include "op/emit.h"
#include "pass/dead_code.h"
#include "pass/loop_invariants.h"
#include "pass/substitute.h"
#include "pass/values.h"
#include "pass/written_state.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

// Operations that are done again for each element of a row: they take less time than to write and
// to read it.
constexpr size_t kMostOperations = 4;
// States of a loop that is looked at.
constexpr size_t kMostStates = 256;

bool is_cheap_again(const Operation& op) {
  constexpr std::array kNames = {"stablehlo.add",    "stablehlo.subtract", "stablehlo.multiply",
                                 "stablehlo.negate", "stablehlo.maximum",  "stablehlo.minimum"};
  return std::find(kNames.begin(), kNames.end(), op.name()) != kNames.end();
}

/// An array whose rows the rounds of a loop write, each one once.
struct CollectedRows {
  const Operation* loop = nullptr;
  const Operation* update = nullptr;  // the dynamic_update_slice that writes a row
  Value row = nullptr;                // before it was given the axis of rows
};

/// How the rows of an array are made of the rows of others.
struct RowsAgain {
  const Operation* loop = nullptr;
  Value row = nullptr;
  std::unordered_map<Value, size_t> collected = {};  // rows that are read, and their states
  std::unordered_set<Value> made = {};               // by operations that are done again
};

class RowsOfLoops {
 public:
  /// How the rows of a loop's result can be made again, if nothing but slices reads it.
  const RowsAgain* again(Value result, const Users& users);

 private:
  const std::optional<CollectedRows>& collected(Value result);
  std::optional<RowsAgain> find(Value result, const Users& users);
  bool is_made(Value value, bool is_row, const CollectedRows& rows, const Users& users,
               RowsAgain& found);
  /// The state that collects a value in the same places.
  std::optional<size_t> state_of(Value value, const CollectedRows& rows, const Users& users);

  std::unordered_map<Value, std::optional<CollectedRows>> collected_;
  std::unordered_map<Value, std::optional<RowsAgain>> found_;
};

std::optional<CollectedRows> collected_rows(Value result) {
  const Operation* loop = result->owner;
  if (!loop || loop->name() != "stablehlo.while" || loop->operand_count() > kMostStates ||
      !result->type.is_tensor() || !ir::is_float(result->type.element) ||
      !is_written_whole(*loop, result->index))
    return std::nullopt;
  const Operation* update = loop->regions[1]->terminator().operand(result->index)->owner;
  return CollectedRows{loop, update, written_row(*loop, result->index)};
}

const std::optional<CollectedRows>& RowsOfLoops::collected(Value result) {
  auto known = collected_.find(result);
  if (known == collected_.end()) known = collected_.emplace(result, collected_rows(result)).first;
  return known->second;
}

const RowsAgain* RowsOfLoops::again(Value result, const Users& users) {
  auto known = found_.find(result);
  if (known == found_.end()) known = found_.emplace(result, find(result, users)).first;
  return known->second ? &*known->second : nullptr;
}

/// Whether operations slice two arrays of the same shape in the same place.
bool slice_alike(const Operation& x, const Operation& y) {
  return x.result_type() == y.result_type() && std::equal(x.operands.begin() + 1, x.operands.end(),
                                                          y.operands.begin() + 1, y.operands.end());
}

bool is_slice_of(const Operation& op, Value value) {
  return op.name() == "stablehlo.dynamic_slice" && op.operand(0) == value;
}

/// Whether something slices `value` as `slice` does another array.
bool is_sliced_like(Value value, const Operation& slice, const Users& users) {
  const auto found = users.find(value);
  return found != users.end() &&
         std::any_of(found->second.begin(), found->second.end(), [&](const Operation* op) {
           return is_slice_of(*op, value) && slice_alike(*op, slice);
         });
}

std::optional<RowsAgain> RowsOfLoops::find(Value result, const Users& users) {
  const auto& rows = collected(result);
  const auto readers = users.find(result);
  if (!rows || readers == users.end()) return std::nullopt;
  RowsAgain found{rows->loop, rows->row};
  if (!is_made(rows->row, true, *rows, users, found)) return std::nullopt;
  for (const Operation* reader : readers->second) {
    // What is around a reader counts as a reader too.
    if (std::count(reader->operands.begin(), reader->operands.end(), result) == 0) continue;
    if (!is_slice_of(*reader, result)) return std::nullopt;
    for (const auto& [row, state] : found.collected)
      if (!is_sliced_like(rows->loop->result(state), *reader, users)) return std::nullopt;
  }
  return found;
}

bool RowsOfLoops::is_made(Value value, bool is_row, const CollectedRows& rows, const Users& users,
                          RowsAgain& found) {
  if (value->type != rows.row->type) return false;
  if (found.made.contains(value) || found.collected.contains(value)) return true;
  if (!is_row) {
    if (splat_of(value)) return true;
    if (const auto state = state_of(value, rows, users)) {
      found.collected[value] = *state;
      return true;
    }
  }
  const Operation* op = value->owner;
  if (!op || !is_cheap_again(*op) || found.made.size() == kMostOperations) return false;
  found.made.insert(value);
  return std::all_of(op->operands.begin(), op->operands.end(),
                     [&](Value operand) { return is_made(operand, false, rows, users, found); });
}

std::optional<size_t> RowsOfLoops::state_of(Value value, const CollectedRows& rows,
                                            const Users& users) {
  for (Value result : rows.loop->results()) {
    const auto& other = collected(result);
    if (other && other->row == value &&
        other->update->operand_types() == rows.update->operand_types() &&
        std::equal(other->update->operands.begin() + 2, other->update->operands.end(),
                   rows.update->operands.begin() + 2) &&
        !again(result, users))
      return result->index;
  }
  return std::nullopt;
}

/// Slices of a new function by block, array and starts, so that none is there twice.
class Slices {
 public:
  Value slice(ir::Builder& b, const Operation& like, Value whole, const ir::ValueMap& map) {
    std::vector<Value> operands = {whole};
    for (size_t i = 1; i < like.operand_count(); i++) operands.push_back(map.at(like.operand(i)));
    Value& known = known_[{&b.block(), operands, like.result_type().shape}];
    if (!known) known = b.one(like.name(), operands, like.attributes);
    return known;
  }

 private:
  std::map<std::tuple<const ir::Block*, std::vector<Value>, ir::Shape>, Value> known_;
};

/// Emits what makes slices of rows, instead of a slice of them.
class EmittedAgain {
 public:
  EmittedAgain(const Surroundings& around, const Operation& slice, const RowsAgain& rows,
               Slices& slices)
      : around_(around), slice_(slice), rows_(rows), slices_(slices) {}

  /// A value of a round, as a slice of all rounds.
  Value emit(Value value) {
    if (const auto known = emitted_.find(value); known != emitted_.end()) return known->second;
    return emitted_[value] = emit_new(value);
  }

 private:
  Value emit_new(Value value) {
    ir::Builder& b = around_.builder;
    if (const auto splat = splat_of(value)) return op::constant(b, slice_.result_type(), *splat);
    if (const auto state = rows_.collected.find(value); state != rows_.collected.end())
      return slices_.slice(b, slice_, around_.map.at(rows_.loop->result(state->second)),
                           around_.map);
    std::vector<Value> operands;
    for (Value operand : value->owner->operands) operands.push_back(emit(operand));
    return b.one(value->owner->name(), std::move(operands), value->owner->attributes);
  }

  const Surroundings& around_;
  const Operation& slice_;
  const RowsAgain& rows_;
  Slices& slices_;
  std::unordered_map<Value, Value> emitted_;
};

void note_read(const ir::Block& block, std::unordered_set<Value>& read) {
  for (const auto& op : block.operations) {
    read.insert(op->operands.begin(), op->operands.end());
    for (const auto& region : op->regions) note_read(*region, read);
  }
}

/// Lets rounds pass on an array that they only write, where nobody reads the result.
void stop_collecting(ir::Block& block, const std::unordered_set<Value>& read) {
  for (const auto& op : block.operations) {
    for (const auto& region : op->regions) stop_collecting(*region, read);
    if (op->name() != "stablehlo.while") continue;
    ir::Block& round = *op->regions[1];
    for (size_t i = 0; i < op->operand_count(); i++)
      if (!read.contains(op->result(i)) && is_written_whole(*op, i))
        round.operations.back()->operands[i] = round.arguments[i].get();
  }
}

}  // namespace

ir::Module recompute_rows(ir::Module module, const ir::Catalogue& catalogue) {
  RowsOfLoops loops;
  Slices slices;
  module = substitute(
      std::move(module), catalogue, [&](const Surroundings& around, const Operation& op) -> Value {
        if (op.name() != "stablehlo.dynamic_slice") return nullptr;
        if (const RowsAgain* rows = loops.again(op.operand(0), around.users))
          return EmittedAgain(around, op, *rows, slices).emit(rows->row);
        return slices.slice(around.builder, op, around.map.at(op.operand(0)), around.map);
      });
  for (auto& function : module.functions) {
    std::unordered_set<Value> read;
    note_read(function->body, read);
    stop_collecting(function->body, read);
  }
  return eliminate_dead_code(hoist_loop_invariants(std::move(module)));
}

}  // namespace tutti::pass
