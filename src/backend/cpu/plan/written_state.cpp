// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/plan/written_state.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "ir/op_def.h"
#include "op/rules/trip_count.h"
#include "pass/differentiate_regions.h"

namespace tutti::backend::cpu {
namespace {

using ir::Operation;
using ir::Value;

/// How often a block, with the regions in it, uses a value.
int64_t uses_of(const ir::Block& block, Value value) {
  int64_t uses = 0;
  for (const auto& op : block.operations) {
    uses += std::count(op->operands.begin(), op->operands.end(), value);
    const auto captured = pass::captured_values(*op);
    uses += std::count(captured.begin(), captured.end(), value);
  }
  return uses;
}

/// factor * x + offset
struct Linear {
  int64_t factor, offset;
};

/// An integer as a linear function of x, through at most `most` sums and differences.
std::optional<Linear> linear_in(Value value, Value x, int most = 8) {
  constexpr int64_t kMostOffset = int64_t{1} << 40;  // sums of a few do not overflow
  if (value == x) return Linear{1, 0};
  if (!value->owner || most == 0) return std::nullopt;
  const Operation& op = *value->owner;
  if (op.name() == "stablehlo.constant") {
    const auto* tensor = op.attribute("value").get<ir::Tensor>();
    if (!tensor || !ir::is_integer(value->type.element)) return std::nullopt;
    const int64_t offset = tensor->int_at(0);
    if (offset > kMostOffset || offset < -kMostOffset) return std::nullopt;
    return Linear{0, offset};
  }
  const int64_t sign = op.name() == "stablehlo.add" ? 1 : -1;
  if (sign < 0 && op.name() != "stablehlo.subtract") return std::nullopt;
  const auto left = linear_in(op.operand(0), x, most - 1);
  const auto right = linear_in(op.operand(1), x, most - 1);
  if (!left || !right) return std::nullopt;
  return Linear{left->factor + sign * right->factor, left->offset + sign * right->offset};
}

/// The axis along which an update has one element of the whole, if it has all along every other
/// axis.
std::optional<size_t> axis_of_parts(const ir::Shape& whole, const ir::Shape& part) {
  std::optional<size_t> axis;
  for (size_t d = 0; d < whole.size(); d++) {
    if (part[d] == whole[d]) continue;
    if (axis || part[d] != 1) return std::nullopt;
    axis = d;
  }
  return axis;
}

}  // namespace

bool is_written_whole(const Operation& loop, size_t index) {
  const ir::Block &condition = *loop.regions[0], &round = *loop.regions[1];
  const Value state = round.arguments[index].get(), next = round.terminator().operand(index);
  const Operation* update = next->owner;
  if (!update || update->name() != "stablehlo.dynamic_update_slice" ||
      update->operand(0) != state || uses_of(round, state) != 1 || uses_of(round, next) != 1 ||
      uses_of(condition, condition.arguments[index].get()) != 0)
    return false;
  const auto axis = axis_of_parts(state->type.shape, update->operand_type(1).shape);
  const auto counter = op::counter_of(loop);
  if (!axis || !counter || counter->rounds != state->type.shape[*axis]) return false;
  const auto place = linear_in(update->operand(2 + *axis), round.arguments[counter->index].get());
  if (!place) return false;
  const int64_t step = place->factor * counter->step;
  const int64_t first = place->factor * counter->start + place->offset;
  return step == 1 ? first == 0 : step == -1 && first == counter->rounds - 1;
}

}  // namespace tutti::backend::cpu
