// SPDX-License-Identifier: Apache-2.0
#include "pass/differentiate_regions.h"

#include "ir/captures.h"
#include "op/rules/counted_loop.h"
#include "op/rules/trip_count.h"
#include "pass/dead_code.h"
#include "pass/differentiate.h"

namespace tutti::pass {
namespace {

using ir::Block;
using ir::Builder;
using ir::Operation;
using ir::Type;
using ir::Value;

/// A copy of a branch that returns the gradients of what it captured.
void differentiate_branch(Builder& b, const Block& branch,
                          const std::vector<Value>& result_gradients,
                          const std::vector<Value>& captured) {
  ir::ValueMap map;
  const auto returned = ir::clone_body(branch, b.block(), map);
  std::vector<Value> outputs, output_gradients;
  for (size_t i = 0; i < returned.size(); i++) {
    if (!result_gradients[i]) continue;
    outputs.push_back(returned[i]);
    output_gradients.push_back(result_gradients[i]);
  }
  b.create("stablehlo.return", gradients(b, outputs, output_gradients, captured));
  // Now, and not after all: each branch around this one has copied it too.
  drop_dead_code(b.block());
}

/// The same branches, each followed by its backward part.
std::vector<Value> differentiate_branches(Builder& b, const Operation& op,
                                          const std::vector<Value>& result_gradients,
                                          const std::vector<Value>& captured) {
  return b.create(op.name(), op.operands, op.attributes, {}, [&](Operation& branches) {
    for (const auto& region : op.regions) {
      Builder inner(branches.add_region(), b.catalogue());
      inner.location = b.location;
      differentiate_branch(inner, *region, result_gradients, captured);
    }
  });
}

Type row_of(const Type& type) {
  ir::Shape shape = type.shape;
  shape.insert(shape.begin(), 1);
  return type.with(std::move(shape));
}

/// What a block returns for those values of its arguments.
std::vector<Value> values_of(Builder& b, const Block& block, const std::vector<Value>& arguments) {
  ir::ValueMap map;
  for (size_t i = 0; i < arguments.size(); i++) map[block.arguments[i].get()] = arguments[i];
  return ir::clone_body(block, b.block(), map);
}

/// From the gradients after a round to those before it: of the state's values `floats`, and of
/// captured values, which are added up.
std::vector<Value> gradients_before_round(Builder& b, const std::vector<Value>& before,
                                          const std::vector<Value>& returned,
                                          const std::vector<size_t>& floats,
                                          const std::vector<Value>& captured,
                                          const std::vector<Value>& after) {
  std::vector<Value> inputs, outputs;
  for (const size_t i : floats) {
    inputs.push_back(before[i]);
    outputs.push_back(returned[i]);
  }
  inputs.insert(inputs.end(), captured.begin(), captured.end());
  const std::vector<Value> output_gradients(
      after.begin(), after.begin() + static_cast<std::ptrdiff_t>(floats.size()));
  std::vector<Value> next = gradients(b, outputs, output_gradients, inputs);
  for (size_t k = floats.size(); k < next.size(); k++) next[k] = op::add(b, after[k], next[k]);
  return next;
}

/// The gradient of a loop is two loops: the first one runs it again and keeps the state of every
/// round, the second one goes from the last round to the first.
class LoopGradient {
 public:
  LoopGradient(Builder& builder, const Operation& loop, int64_t rounds,
               const std::vector<Value>& captured)
      : b_(builder), loop_(loop), body_(*loop.regions[1]), rounds_(rounds), captured_(captured) {
    for (size_t i = 0; i < loop.operand_count(); i++)
      if (carries_gradient(loop.operand_type(i))) floats_.push_back(i);
  }

  RegionGradients run(const std::vector<Value>& result_gradients) {
    keep_states();
    std::vector<Value> start;
    for (const size_t i : floats_)
      start.push_back(result_gradients[i] ? result_gradients[i]
                                          : op::zeros_like(b_, loop_.result(i)));
    for (Value value : captured_) start.push_back(op::zeros_like(b_, value));
    const auto results = op::counted_loop(
        b_, rounds_, start, [&](Builder& inner, Value step, const std::vector<Value>& state) {
          return step_back(inner, step, state);
        });
    RegionGradients gradients;
    gradients.operands.assign(loop_.operand_count(), nullptr);
    for (size_t k = 0; k < floats_.size(); k++) gradients.operands[floats_[k]] = results[k];
    gradients.captured.assign(results.begin() + static_cast<std::ptrdiff_t>(floats_.size()),
                              results.end());
    return gradients;
  }

 private:
  /// Keeps those values of each round's state that the second loop may read.
  void keep_states() {
    const size_t count = loop_.operand_count();
    std::vector<size_t> kept;
    for (size_t i = 0; i < count; i++)
      if (!is_passed_on(i) && !is_written_only(i)) kept.push_back(i);
    std::vector<Value> start = loop_.operands;
    for (const size_t i : kept) {
      Type rows = row_of(loop_.operand_type(i));
      rows.shape[0] = rounds_;
      start.push_back(op::constant(b_, rows, 0));
    }
    const auto results = op::counted_loop(
        b_, rounds_, start, [&](Builder& inner, Value round, const std::vector<Value>& state) {
          ir::ValueMap map;
          for (size_t i = 0; i < count; i++) map[body_.arguments[i].get()] = state[i];
          std::vector<Value> rows;
          for (size_t k = 0; k < kept.size(); k++) {
            const Value now = state[kept[k]];
            const Value row = op::reshape(inner, now, row_of(now->type).shape);
            rows.push_back(op::with_slice_at(inner, state[count + k], row, 0, round));
          }
          std::vector<Value> next = ir::clone_body(body_, inner.block(), map);
          next.insert(next.end(), rows.begin(), rows.end());
          return next;
        });
    states_.assign(count, nullptr);
    for (size_t k = 0; k < kept.size(); k++) states_[kept[k]] = results[count + k];
  }

  /// Whether every round passes value `index` on unchanged, as loops do with arrays that they read.
  bool is_passed_on(size_t index) const {
    return body_.terminator().operand(index) == body_.arguments[index].get();
  }

  /// Whether a round only writes parts of value `index`, as loops do with arrays that they fill.
  /// Then the second loop needs no more than its type.
  bool is_written_only(size_t index) const {
    Value value = body_.arguments[index].get();
    while (true) {
      const Operation* writer = nullptr;
      size_t uses = 0;
      for (const auto& op : body_.operations) {
        for (Value operand : op->operands) uses += operand == value ? 1 : 0;
        for (Value outside : captured_values(*op)) uses += outside == value ? 2 : 0;
        if (!op->operands.empty() && op->operand(0) == value) writer = op.get();
      }
      if (uses != 1) return false;
      if (body_.terminator().operand(index) == value) return true;
      if (!writer || writer->name() != "stablehlo.dynamic_update_slice") return false;
      value = writer->result();
    }
  }

  /// Value `index` of the state before a round, as a value of the block.
  Value state_before(Builder& b, size_t index, Value round) const {
    const Type& type = loop_.operand_type(index);
    if (states_[index])
      return op::reshape(b, op::slice_at(b, states_[index], 0, round), type.shape);
    if (is_passed_on(index)) return b.one("stablehlo.convert", {loop_.operand(index)}, {}, {type});
    return op::constant(b, type, 0);
  }

  /// From the gradients after a round to those before it. Gradients of captured values are added
  /// up.
  std::vector<Value> step_back(Builder& b, Value step, const std::vector<Value>& state) const {
    const Value last = op::constant_like(b, step, static_cast<double>(rounds_ - 1));
    const Value round = op::subtract(b, last, step);
    std::vector<Value> before;
    for (size_t i = 0; i < states_.size(); i++) before.push_back(state_before(b, i, round));
    return gradients_before_round(b, before, values_of(b, body_, before), floats_, captured_,
                                  state);
  }

  Builder& b_;
  const Operation& loop_;
  const Block& body_;
  int64_t rounds_;
  const std::vector<Value>& captured_;
  std::vector<size_t> floats_;  // the values of the state that have gradients
  std::vector<Value> states_;   // for each value of the state a row for each round, or null
};

/// The gradient of a loop whose number of rounds is data. A first loop counts the rounds; the
/// second one goes from the last round to the first, and runs the loop again up to each, because
/// the states of unknown many rounds have no place.
class DataLoopGradient {
 public:
  DataLoopGradient(Builder& builder, const Operation& loop, const std::vector<Value>& captured)
      : b_(builder), loop_(loop), body_(*loop.regions[1]), captured_(captured) {
    for (size_t i = 0; i < loop.operand_count(); i++)
      if (carries_gradient(loop.operand_type(i))) floats_.push_back(i);
  }

  RegionGradients run(const std::vector<Value>& result_gradients) {
    const Value rounds = count();
    std::vector<Value> start;
    for (const size_t i : floats_)
      start.push_back(result_gradients[i] ? result_gradients[i]
                                          : op::zeros_like(b_, loop_.result(i)));
    for (Value value : captured_) start.push_back(op::zeros_like(b_, value));
    const auto results = op::counted_loop(
        b_, rounds, start, [&](Builder& inner, Value step, const std::vector<Value>& gradients) {
          const Value round = op::shift(inner, op::subtract(inner, rounds, step), -1);
          return step_back(inner, round, gradients);
        });
    RegionGradients found;
    found.operands.assign(loop_.operand_count(), nullptr);
    for (size_t k = 0; k < floats_.size(); k++) found.operands[floats_[k]] = results[k];
    found.captured.assign(results.begin() + static_cast<std::ptrdiff_t>(floats_.size()),
                          results.end());
    return found;
  }

 private:
  /// How many rounds the loop has.
  Value count() {
    std::vector<Value> start = loop_.operands;
    start.push_back(op::constant(b_, Type::scalar(ir::ElementType::i64), 0));
    const auto fill = [&](Operation& made) {
      for (const bool is_body : {false, true}) {
        Builder inner(made.add_region(), b_.catalogue());
        inner.location = b_.location;
        std::vector<Value> state;
        for (Value value : start) state.push_back(inner.block().add_argument(value->type));
        const Value round = state.back();
        state.pop_back();
        auto next = values_of(inner, *loop_.regions[is_body], state);
        if (is_body) next.push_back(op::shift(inner, round, 1));
        inner.create("stablehlo.return", std::move(next));
      }
    };
    return b_.create("stablehlo.while", start, {}, {}, fill).back();
  }

  /// From the gradients after a round to those before it. Gradients of captured values are added
  /// up.
  std::vector<Value> step_back(Builder& b, Value round, const std::vector<Value>& after) const {
    const auto state = op::counted_loop(
        b, round, loop_.operands, [&](Builder& inner, Value, const std::vector<Value>& before) {
          return values_of(inner, body_, before);
        });
    return gradients_before_round(b, state, values_of(b, body_, state), floats_, captured_, after);
  }

  Builder& b_;
  const Operation& loop_;
  const Block& body_;
  const std::vector<Value>& captured_;
  std::vector<size_t> floats_;  // the values of the state that have gradients
};

}  // namespace

bool carries_gradient(const Type& type) {
  return type.is_tensor() && is_float(real_type(type.element));
}

RegionGradients differentiate_control_flow(Builder& builder, const Operation& op,
                                           const std::vector<Value>& result_gradients,
                                           const std::vector<Value>& captured) {
  if (op.name() != "stablehlo.while")
    return {std::vector<Value>(op.operand_count(), nullptr),
            differentiate_branches(builder, op, result_gradients, captured)};
  const auto rounds = op::trip_count(op);
  if (!rounds) return DataLoopGradient(builder, op, captured).run(result_gradients);
  if (*rounds > 0) return LoopGradient(builder, op, *rounds, captured).run(result_gradients);
  RegionGradients unchanged{result_gradients, {}};
  for (Value value : captured) unchanged.captured.push_back(op::zeros_like(builder, value));
  return unchanged;
}

}  // namespace tutti::pass
