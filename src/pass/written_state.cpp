// SPDX-License-Identifier: Apache-2.0
#include "pass/written_state.h"

#include <algorithm>
#include <optional>

#include "ir/captures.h"
#include "ir/op_def.h"
#include "op/rules/round_places.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

/// How often a block, with the regions in it, uses a value.
int64_t uses_of(const ir::Block& block, Value value) {
  int64_t uses = 0;
  for (const auto& op : block.operations) {
    uses += std::count(op->operands.begin(), op->operands.end(), value);
    const auto captured = captured_values(*op);
    uses += std::count(captured.begin(), captured.end(), value);
  }
  return uses;
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
  const auto places = op::round_places(update->operand(2 + *axis), loop, *counter);
  if (!places) return false;
  const auto [low, high] = std::minmax(places->first, places->last);
  return low == 0 && high == counter->rounds - 1;
}

Value written_row(const Operation& loop, size_t index) {
  Value row = loop.regions[1]->terminator().operand(index)->owner->operand(1);
  while (row->owner) {
    const Operation& op = *row->owner;
    const bool reshapes = op.name() == "stablehlo.reshape";
    if (!reshapes && op.name() != "stablehlo.broadcast_in_dim") break;
    if (op.operand_type(0).count() != row->type.count()) break;
    const auto axes = op.ints_attribute("broadcast_dimensions", {});
    if (!std::is_sorted(axes.begin(), axes.end())) break;
    row = op.operand(0);
  }
  return row;
}

}  // namespace tutti::pass
