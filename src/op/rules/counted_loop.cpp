// SPDX-License-Identifier: Apache-2.0
#include "op/rules/counted_loop.h"

#include <limits>

namespace tutti::op {
namespace {

std::vector<Value> starts_at(Builder& b, size_t rank, int64_t axis, Value place) {
  std::vector<Value> starts(rank, zeros_like(b, place));
  starts[static_cast<size_t>(axis)] = place;
  return starts;
}

}  // namespace

namespace {

/// `limit_in` gives the number of rounds, of that type, in the loop's condition.
std::vector<Value> loop_up_to(
    Builder& b, const Type& counter, const std::function<Value(Builder&)>& limit_in,
    const std::vector<Value>& start,
    const std::function<std::vector<Value>(Builder&, Value, const std::vector<Value>&)>& body) {
  std::vector<Value> operands = {constant(b, counter, 0)};
  operands.insert(operands.end(), start.begin(), start.end());
  auto results = b.create("stablehlo.while", operands, {}, {}, [&](ir::Operation& loop) {
    for (const bool is_body : {false, true}) {
      ir::Block& block = loop.add_region();
      std::vector<Value> state;
      for (Value value : operands) state.push_back(block.add_argument(value->type));
      Builder inner(block, b.catalogue());
      inner.location = b.location;
      const Value round = state[0];
      if (is_body) {
        state.erase(state.begin());
        std::vector<Value> next = body(inner, round, state);
        next.insert(next.begin(), shift(inner, round, 1));
        inner.create("stablehlo.return", std::move(next));
      } else {
        inner.create("stablehlo.return", {compare(inner, "LT", round, limit_in(inner))});
      }
    }
  });
  results.erase(results.begin());
  return results;
}

}  // namespace

std::vector<Value> counted_loop(
    Builder& b, int64_t rounds, const std::vector<Value>& start,
    const std::function<std::vector<Value>(Builder&, Value, const std::vector<Value>&)>& body) {
  // Devices without 64-bit integers know how often a loop goes round whose counter has 32.
  const bool is_short = rounds <= std::numeric_limits<int32_t>::max();
  const Type counter = Type::scalar(is_short ? ir::ElementType::i32 : ir::ElementType::i64);
  const auto limit = [&](Builder& inner) {
    return constant(inner, counter, static_cast<double>(rounds));
  };
  return loop_up_to(b, counter, limit, start, body);
}

std::vector<Value> counted_loop(
    Builder& b, Value rounds, const std::vector<Value>& start,
    const std::function<std::vector<Value>(Builder&, Value, const std::vector<Value>&)>& body) {
  return loop_up_to(
      b, rounds->type, [&](Builder&) { return rounds; }, start, body);
}

Value place_of_round(Builder& b, Value round, int64_t rounds, bool backwards) {
  const Value last = constant_like(b, round, static_cast<double>(rounds - 1));
  return backwards ? subtract(b, last, round) : round;
}

Value slice_at(Builder& b, Value x, int64_t axis, Value place) {
  Shape sizes = x->type.shape;
  sizes[static_cast<size_t>(axis)] = 1;
  std::vector<Value> operands = starts_at(b, sizes.size(), axis, place);
  operands.insert(operands.begin(), x);
  return b.one("stablehlo.dynamic_slice", std::move(operands),
               ir::attributes({{"slice_sizes", ir::ints_attribute(sizes)}}));
}

Value with_slice_at(Builder& b, Value x, Value slice, int64_t axis, Value place) {
  std::vector<Value> operands = starts_at(b, x->type.shape.size(), axis, place);
  operands.insert(operands.begin(), {x, slice});
  return b.one("stablehlo.dynamic_update_slice", std::move(operands));
}

}  // namespace tutti::op
