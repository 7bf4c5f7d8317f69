// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "backend/cpu/plan/tracer.h"
#include "backend/group/group_space.h"
#include "base/rounding.h"
#include "pass/written_state.h"

namespace tutti::backend::cpu {

using ir::Operation;
using ir::Value;

void Tracer::note_row(const Operation& loop, size_t index) {
  const ir::Block& round = *loop.regions[1];
  const Operation& end = round.terminator();
  const Value row = pass::written_row(loop, index);
  const bool is_made_here = std::any_of(round.operations.begin(), round.operations.end(),
                                        [&](const auto& op) { return op.get() == row->owner; });
  // A value that the next round gets as well would be copied out of the row.
  const bool is_carried = std::any_of(end.operands.begin(), end.operands.end(),
                                      [&](Value value) { return root_of(value) == row; });
  // Kernels write results from the beginning of a cache line on.
  if (is_made_here && !is_carried && row->type.bytes() % kCacheLine == 0)
    rows_.emplace(row, end.operand(index)->owner);
}

void Tracer::place_row(Value value) {
  const auto found = rows_.find(value);
  if (found == rows_.end()) return;
  const Operation& update = *found->second;
  const std::span<const Value> indices = std::span(update.operands).subspan(2);
  const bool are_known = std::all_of(indices.begin(), indices.end(),
                                     [&](Value index) { return values_.contains(index); });
  const PieceView& whole = values_.at(update.operand(0));
  auto view = moving_view(update.operand_type(1), whole.view, plan_.starts);
  if (!are_known || !view) return;
  view->type = value->type;
  view->strides = ir::strides_of(value->type.shape);
  places_[value] = {whole.piece, std::move(*view)};
  written_.insert(&update);
  Step step;
  step.op = &update;
  step.start = plan_.starts++;
  read(step, whole);
  for (Value index : indices) read(step, dense(index));
  plan_.steps.push_back(std::move(step));
}

PieceView Tracer::result_view(Value value) {
  const auto found = places_.find(value);
  return found == places_.end() ? new_piece(value->type) : found->second;
}

}  // namespace tutti::backend::cpu
