// SPDX-License-Identifier: Apache-2.0
#include "op/rules/trip_count.h"

#include "ir/op_def.h"

namespace tutti::op {
namespace {

using ir::Operation;
using ir::Value;

/// The place of a value among a region's arguments.
std::optional<size_t> argument_index(const ir::Block& block, Value value) {
  if (value->block != &block) return std::nullopt;
  return value->index;
}

/// An integer of rank 0 that is constant in a region of the loop: a constant, or an argument that
/// every round passes on.
std::optional<int64_t> constant_in(const Operation& loop, const ir::Block& region, Value value) {
  if (const auto index = argument_index(region, value)) {
    const ir::Block& body = *loop.regions[1];
    const bool passed_on = body.terminator().operand(*index) == body.arguments[*index].get();
    return passed_on ? constant_in(loop, region, loop.operand(*index)) : std::nullopt;
  }
  if (!value->owner || value->owner->name() != "stablehlo.constant") return std::nullopt;
  const auto* tensor = value->owner->attribute("value").get<ir::Tensor>();
  if (!tensor || !is_integer(value->type.element) || value->type.rank() != 0) return std::nullopt;
  return tensor->int_at(0);
}

bool holds(const std::string& direction, int64_t x, int64_t y) {
  if (direction == "LT") return x < y;
  if (direction == "LE") return x <= y;
  if (direction == "GT") return x > y;
  if (direction == "GE") return x >= y;
  return direction == "NE" ? x != y : x == y;
}

}  // namespace

std::optional<Counter> counter_of(const Operation& loop, int64_t most) {
  const ir::Block &condition = *loop.regions[0], &body = *loop.regions[1];
  const Value decision = condition.terminator().operand(0);
  if (!decision->owner || decision->owner->name() != "stablehlo.compare") return std::nullopt;
  const Operation& compare = *decision->owner;
  const bool counter_first = argument_index(condition, compare.operand(0)) &&
                             !constant_in(loop, condition, compare.operand(0));
  const auto counter = argument_index(condition, compare.operand(counter_first ? 0 : 1));
  const auto limit = constant_in(loop, condition, compare.operand(counter_first ? 1 : 0));
  if (!counter || !limit) return std::nullopt;

  const Value next = body.terminator().operand(*counter), now = body.arguments[*counter].get();
  if (!next->owner || next->owner->name() != "stablehlo.add") return std::nullopt;
  const bool now_first = next->owner->operand(0) == now;
  if (!now_first && next->owner->operand(1) != now) return std::nullopt;
  const auto step = constant_in(loop, body, next->owner->operand(now_first ? 1 : 0));
  const auto start = constant_in(loop, body, loop.operand(*counter));
  if (!step || !start || now->type.element == ir::ElementType::ui64) return std::nullopt;

  const std::string direction = compare.enum_attribute("comparison_direction");
  int64_t rounds = 0;
  for (int64_t value = *start;
       counter_first ? holds(direction, value, *limit) : holds(direction, *limit, value);
       rounds++) {
    if (rounds == most || __builtin_add_overflow(value, *step, &value)) return std::nullopt;
  }
  return Counter{*counter, *start, *step, rounds};
}

std::optional<int64_t> trip_count(const Operation& loop, int64_t most) {
  const auto counter = counter_of(loop, most);
  return counter ? std::optional(counter->rounds) : std::nullopt;
}

}  // namespace tutti::op
