// SPDX-License-Identifier: Apache-2.0
#include "op/rules/round_places.h"

#include "ir/op_def.h"

namespace tutti::op {
namespace {

using ir::Operation;
using ir::Value;
using Places = std::optional<RoundPlaces>;

// Of a place: sums and differences of two are far from the ends of int64_t.
constexpr int64_t kLargest = int64_t{1} << 40;
// The longest way from a place back to the counter.
constexpr int kLongestWay = 8;

bool is_held(int64_t value, ir::ElementType type) {
  const int bits = ir::bit_width(type);
  if (value > kLargest || value < -kLargest) return false;
  if (ir::is_unsigned(type)) return value >= 0 && (bits > 40 || value >> bits == 0);
  return bits > 40 || value >> (bits - 1) == 0 || value >> (bits - 1) == -1;
}

/// The places, if the type holds them. Those of the rounds between are between them.
Places held(const RoundPlaces& places, ir::ElementType type) {
  const bool fits = is_held(places.first, type) && is_held(places.last, type);
  return fits ? Places(places) : std::nullopt;
}

Places constant_place(const Operation& op) {
  const auto* tensor = op.attribute("value").get<ir::Tensor>();
  if (!tensor) return std::nullopt;
  const int64_t value = tensor->int_at(0);
  return held({value, value}, tensor->type().element);
}

class Reading {
 public:
  Reading(const Operation& loop, const Counter& counter) : loop_(loop), counter_(counter) {}

  Places places(Value value, int most) const {
    if (!value->type.is_tensor() || value->type.rank() != 0 ||
        !ir::is_integer(value->type.element) || most == 0)
      return std::nullopt;
    if (value == loop_.regions[1]->arguments[counter_.index].get()) return counted(value->type);
    if (!value->owner) return std::nullopt;
    const Operation& op = *value->owner;
    if (op.name() == "stablehlo.constant") return constant_place(op);
    if (op.name() == "stablehlo.convert") {
      const Places from = places(op.operand(0), most - 1);
      return from ? held(*from, value->type.element) : std::nullopt;
    }
    if (op.name() == "stablehlo.select") return selected(op, most);
    const bool adds = op.name() == "stablehlo.add";
    return adds || op.name() == "stablehlo.subtract" ? summed(op, adds, most) : std::nullopt;
  }

 private:
  /// The counter, unless it leaves its type's range before the loop ends.
  Places counted(const ir::Type& type) const {
    int64_t way = 0, end = 0;
    if (__builtin_mul_overflow(counter_.step, counter_.rounds, &way) ||
        __builtin_add_overflow(counter_.start, way, &end) || !is_held(end, type.element))
      return std::nullopt;
    return held({counter_.start, counter_.rounds > 0 ? end - counter_.step : counter_.start},
                type.element);
  }

  /// Of a sum, or of a difference.
  Places summed(const Operation& op, bool adds, int most) const {
    const Places x = places(op.operand(0), most - 1), y = places(op.operand(1), most - 1);
    if (!x || !y) return std::nullopt;
    const RoundPlaces sum{x->first + (adds ? y->first : -y->first),
                          x->last + (adds ? y->last : -y->last)};
    return held(sum, op.result_type().element);
  }

  Places selected(const Operation& op, int most) const {
    const Operation* compare = op.operand(0)->owner;
    if (!compare || compare->name() != "stablehlo.compare") return std::nullopt;
    const Places x = places(compare->operand(0), most - 1),
                 y = places(compare->operand(1), most - 1);
    if (!x || !y) return std::nullopt;
    // The difference grows evenly too: what holds at both ends holds in between.
    const std::string direction = compare->enum_attribute("comparison_direction");
    const auto holds = [&](int64_t left, int64_t right) {
      return direction[0] == 'L' ? left < right || (direction == "LE" && left == right)
                                 : left > right || (direction == "GE" && left == right);
    };
    if (direction == "EQ" || direction == "NE") return std::nullopt;
    const bool chosen = holds(x->first, y->first);
    if (chosen != holds(x->last, y->last)) return std::nullopt;
    return places(op.operand(chosen ? 1 : 2), most - 1);
  }

  const Operation& loop_;
  const Counter& counter_;
};

}  // namespace

Places round_places(Value value, const Operation& loop, const Counter& counter) {
  return Reading(loop, counter).places(value, kLongestWay);
}

}  // namespace tutti::op
