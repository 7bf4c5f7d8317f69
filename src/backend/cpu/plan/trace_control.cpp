// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "backend/cpu/plan/tracer.h"
#include "pass/written_state.h"

namespace tutti::backend::cpu {

using ir::Operation;

void Tracer::region(const ir::Block& block) {
  const auto copies = copies_;
  body(block);
  copies_ = copies;
}

size_t Tracer::jump(const PieceView* selector) {
  Step step;
  step.targets = {0};
  if (selector) read(step, *selector);
  plan_.steps.push_back(std::move(step));
  return plan_.steps.size() - 1;
}

// The steps of a loop: the condition; a jump to the end where it is false; a round; a jump back.
void Tracer::loop(const Operation& op) {
  std::vector<PieceView> state;
  for (size_t i = 0; i < op.operand_count(); i++) {
    const bool is_whole = pass::is_written_whole(op, i);
    state.push_back(is_whole ? new_piece(op.operand_type(i)) : copied(values_.at(op.operand(i))));
    if (is_whole) note_row(op, i);
  }
  const size_t outer_pieces = plan_.pieces.size();
  const size_t around = std::exchange(outer_pieces_, outer_pieces);
  for (const PieceView& seen : state) states_.push_back(seen.piece);
  const int64_t begin = now();
  for (const auto& block : op.regions)
    for (size_t i = 0; i < state.size(); i++) values_[block->arguments[i].get()] = state[i];
  region(*op.regions[0]);
  const PieceView condition = dense(op.regions[0]->terminator().operand(0));
  const size_t leave = jump(&condition);
  const size_t first_piece = plan_.pieces.size();
  region(*op.regions[1]);
  carry(op.regions[1]->terminator(), state, first_piece);
  Step& again = plan_.steps[jump(nullptr)];
  again.targets = {begin};
  again.loop = &op;
  plan_.steps[leave].targets = {now(), static_cast<int64_t>(leave) + 1};
  const int64_t last = now() - 1;
  outer_pieces_ = around;
  states_.resize(states_.size() - state.size());
  for (size_t i = 0; i < outer_pieces; i++)
    if (plan_.pieces[i].last >= begin) plan_.pieces[i].last = last;
  for (size_t i = 0; i < state.size(); i++) {
    piece_of(state[i]).last = last;
    values_[op.result(i)] = state[i];
  }
}

void Tracer::carry(const Operation& end, const std::vector<PieceView>& state, size_t first_piece) {
  const auto stays = [&](const PieceView& seen, size_t i) {
    return seen.piece == state[i].piece && seen.view.dense && seen.view.place.start == 0;
  };
  std::vector<PieceView> next;
  for (size_t i = 0; i < state.size(); i++) {
    PieceView seen = values_.at(end.operand(i));
    // An old value that moves to another place must be copied before the places are written.
    const bool is_old = std::any_of(state.begin(), state.end(), [&](const PieceView& place) {
      return place.piece == seen.piece;
    });
    next.push_back(is_old && !stays(seen, i) ? copied(seen) : seen);
  }
  for (const PieceView& seen : next)
    if (seen.piece >= first_piece) piece_of(seen).last = now();
  for (size_t i = 0; i < state.size(); i++)
    if (!stays(next[i], i) && !take_over(next[i], state[i].piece, first_piece))
      copy(next[i], state[i]);
}

bool Tracer::is_movable(const PieceView& seen, size_t first_piece) const {
  const Piece& piece = plan_.pieces[seen.piece];
  return seen.piece >= first_piece && piece.written_over == seen.piece &&
         piece.place.kind == Place::Kind::arena && seen.view.dense && seen.view.place.start == 0 &&
         piece.bytes == seen.view.type.bytes();
}

bool Tracer::take_over(const PieceView& seen, size_t state, size_t first_piece) {
  if (!is_movable(seen, first_piece)) return false;
  // Go back through steps that may write over what they read, until a step that begins after the
  // old value was last read, or is the last to read it.
  const int64_t last_read = plan_.pieces[state].last;
  std::vector<size_t> line = {seen.piece};
  while (plan_.pieces[line.back()].first <= last_read) {
    const int64_t at = plan_.pieces[line.back()].first;
    const Step& step = plan_.steps[static_cast<size_t>(at)];
    size_t r = 0;
    while (r < step.results.size() && step.results[r].piece != line.back()) r++;
    if (r == step.results.size()) return false;
    std::optional<size_t> before;
    for (size_t o = 0; o < step.operands.size() && !before; o++) {
      const size_t piece = step.operands[o].piece;
      const bool mine = piece == state || is_movable(step.operands[o], first_piece);
      if (mine && plan_.pieces[piece].last == at && may_overwrite(plan_, step, r, o))
        before = piece;
    }
    if (!before) return false;
    if (*before == state) break;
    line.push_back(*before);
  }
  for (size_t piece : line) plan_.pieces[piece].written_over = state;
  return true;
}

// The steps of branches: a jump to one of the regions; each writes the results and jumps to the
// end.
void Tracer::branches(const Operation& op) {
  const PieceView selector = dense(op.operand(0));
  std::vector<PieceView> results;
  for (const ir::Type& type : op.result_types()) results.push_back(new_piece(type));
  const size_t enter = jump(&selector);
  std::vector<int64_t> starts;
  std::vector<size_t> leave;
  for (const auto& block : op.regions) {
    starts.push_back(now());
    const size_t first_piece = plan_.pieces.size();
    region(*block);
    for (size_t i = 0; i < results.size(); i++) {
      const PieceView seen = values_.at(block->terminator().operand(i));
      if (is_movable(seen, first_piece))
        plan_.pieces[seen.piece].written_over = results[i].piece;
      else
        copy(seen, results[i]);
    }
    leave.push_back(jump(nullptr));
  }
  for (size_t at : leave) plan_.steps[at].targets = {now()};
  // The first region of an if is taken where the predicate is 1.
  if (op.name() == "stablehlo.if") std::reverse(starts.begin(), starts.end());
  plan_.steps[enter].targets = starts;
  for (size_t i = 0; i < results.size(); i++) {
    piece_of(results[i]).last = now() - 1;
    values_[op.result(i)] = results[i];
  }
}

}  // namespace tutti::backend::cpu
