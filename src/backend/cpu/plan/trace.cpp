// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "backend/cpu/group/group_policy.h"
#include "backend/cpu/group/tile_loop.h"
#include "backend/cpu/plan/tracer.h"
#include "base/text.h"
#include "ir/captures.h"
#include "op/rules/identity.h"

namespace tutti::backend::cpu {

using ir::Operation;
using ir::Value;

Plan Tracer::run() {
  plan_.results = function_.result_types;
  plan_.donors.assign(function_.result_types.size(), -1);
  for (size_t i = 0; i < function_.argument_count(); i++) argument(i);
  body(function_.body);
  end(function_.body.terminator());
  return std::move(plan_);
}

void Tracer::body(const ir::Block& block) {
  for (const BlockItem& item : form_groups(block, group_policy())) {
    const Operation* op = item.op;
    if (item.group)
      group(item);
    else if (op->name() == "stablehlo.constant")
      constant(*op);
    else if (is_alias(*op))
      alias(*op);
    else if (op->name() == "stablehlo.while")
      loop(*op);
    else if (is_control(*op))
      branches(*op);
    else if (written_.contains(op))
      values_[op->result()] = values_.at(op->operand(0));
    else if (op->name() != "stablehlo.dynamic_slice" || !slice_in_place(*op))
      step(item);
  }
}

PieceView Tracer::new_piece(const ir::Type& type) {
  Piece piece;
  piece.bytes = type.bytes();
  piece.first = piece.last = now();
  piece.written_over = plan_.pieces.size();
  plan_.pieces.push_back(piece);
  return {piece.written_over, dense_view(type)};
}

void Tracer::argument(size_t index) {
  const ir::Type& type = function_.argument(index)->type;
  if (!is_storable(type))
    user_error(
        "argument {} of @{} is a {}, which the cpu backend cannot hold; it takes tensors of "
        "static shape, of any elements but tf32, index and quantized ones",
        index, function_.name, type.str());
  plan_.arguments.push_back(type);
  const PieceView seen = new_piece(type);
  Piece& piece = plan_.pieces[seen.piece];
  piece.last = -1;
  piece.place = {Place::Kind::argument, static_cast<int64_t>(index)};
  piece.donated_to = donation(index, type);
  values_[function_.argument(index)] = seen;
}

int Tracer::donation(size_t index, const ir::Type& type) {
  const ir::Attribute* given = function_.argument_attributes[index].find("tf.aliasing_output");
  if (!given) return -1;
  const auto* integer = given->get<ir::IntegerAttribute>();
  const auto results = static_cast<int64_t>(plan_.results.size());
  if (!integer || integer->value < 0 || integer->value >= results)
    user_error("argument {} of @{}: tf.aliasing_output is no result, expected 0 to {}", index,
               function_.name, results - 1);
  const auto result = static_cast<size_t>(integer->value);
  if (plan_.results[result] != type)
    user_error("argument {} of @{}: tf.aliasing_output gives its {} to result {}, which is a {}",
               index, function_.name, type.str(), result, plan_.results[result].str());
  if (plan_.donors[result] >= 0)
    user_error("argument {} of @{}: tf.aliasing_output names result {} as argument {} does", index,
               function_.name, result, plan_.donors[result]);
  plan_.donors[result] = static_cast<int>(index);
  return static_cast<int>(result);
}

void Tracer::constant(const Operation& op) {
  const auto* tensor = op.attribute("value").get<ir::Tensor>();
  if (!tensor || !is_storable(op.result_type()))
    ir::operation_error(op,
                        fmt::format("the cpu backend cannot hold a {}", op.result_type().str()));
  View view = plan_.constants.add(*tensor);
  PieceView seen = new_piece(view.type);
  plan_.pieces[seen.piece].place = std::exchange(view.place, {});
  seen.view = std::move(view);
  values_[op.result()] = std::move(seen);
}

void Tracer::alias(const Operation& op) {
  for (size_t i = 0; i < op.result_count(); i++) {
    PieceView seen = values_.at(op.operand(i));
    auto view = alias_view(op, i, seen.view);
    if (!view) {
      seen = dense(op.operand(i));
      view = alias_view(op, i, seen.view);
    }
    values_[op.result(i)] = {seen.piece, std::move(*view)};
  }
}

PieceView Tracer::dense(Value value) {
  const PieceView& seen = values_.at(value);
  if (seen.view.dense) return seen;
  if (const auto found = copies_.find(value); found != copies_.end()) return found->second;
  return copies_[value] = copied(seen);
}

PieceView Tracer::copied(const PieceView& seen) {
  PieceView piece = new_piece(seen.view.type);
  copy(seen, piece);
  return piece;
}

void Tracer::copy(const PieceView& from, const PieceView& to) {
  Step step;
  step.results = {to};
  read(step, from);
  plan_.steps.push_back(std::move(step));
}

void Tracer::read(Step& step, const PieceView& seen) {
  plan_.pieces[seen.piece].last = now();
  step.operands.push_back(seen);
}

void Tracer::step(const BlockItem& item) {
  for (Value result : item.op->results()) place_row(result);
  const Operation& op = item.biased ? *item.biased->product : *item.op;
  Step step;
  step.op = &op;
  step.rule = rule_of(op);
  if (!step.rule && op::needs_grid(op))
    ir::operation_error(op,
                        "is for several processes, and this run is of one; --replicas and "
                        "--partitions give it more");
  if (!step.rule) {
    const std::string target =
        op.attributes.find("call_target_name")
            ? fmt::format(" with the target {}", escaped(op.string_attribute("call_target_name")))
            : "";
    ir::operation_error(op, fmt::format("the cpu backend does not have this operation{} for {}",
                                        target, ir::str(op.operand_types())));
  }
  std::vector<PieceView> operands;
  for (Value value : op.operands)
    operands.push_back(step.rule->strided_operands ? values_.at(value) : dense(value));
  for (Value value : ir::captured_values(op)) operands.push_back(dense(value));
  if (item.biased) operands.push_back(dense(item.biased->bias));
  for (const PieceView& operand : operands) read(step, operand);
  Lowering lowering{op, {}, {}, workers_, {}};
  for (const PieceView& operand : operands) lowering.operands.push_back(operand.view);
  for (Value result : item.op->results()) {
    step.results.push_back(values_[result] = result_view(result));
    lowering.results.push_back(step.results.back().view);
  }
  if (step.rule->workspace_bytes)
    step.workspace =
        new_piece(ir::Type::tensor(ir::ElementType::i8, {step.rule->workspace_bytes(lowering)}));
  plan_.steps.push_back(std::move(step));
}

bool Tracer::slice_in_place(const Operation& op) {
  const PieceView& whole = values_.at(op.operand(0));
  const Piece& piece = piece_of(whole);
  // What is made in the same round may be written over; a longer life would cost memory.
  const bool stays = piece.place.kind == Place::Kind::arena
                         ? whole.piece < outer_pieces_ &&
                               std::count(states_.begin(), states_.end(), whole.piece) == 0
                         : piece.donated_to < 0;
  const auto view = stays ? moving_view(op.result_type(), whole.view, plan_.starts) : std::nullopt;
  if (!view) return false;
  Step step;
  step.op = &op;
  step.start = plan_.starts++;
  values_[op.result()] = {whole.piece, *view};
  read(step, whole);
  for (size_t i = 1; i < op.operand_count(); i++) read(step, dense(op.operand(i)));
  plan_.steps.push_back(std::move(step));
  return true;
}

void Tracer::group(const BlockItem& item) {
  for (size_t output : item.group->outputs) place_row(item.group->members[output].op->result());
  Step step;
  step.op = item.op;
  step.group = item.group;
  std::vector<View> inputs, outputs;
  for (Value input : item.group->inputs) {
    read(step, values_.at(input));
    inputs.push_back(step.operands.back().view);
  }
  for (size_t output : item.group->outputs) {
    const Value result = item.group->members[output].op->result();
    step.results.push_back(values_[result] = result_view(result));
    outputs.push_back(step.results.back().view);
  }
  const TileLoop loop(*item.group, inputs, outputs, workers_, {});
  step.workspace = new_piece(ir::Type::tensor(ir::ElementType::i8, {loop.workspace_bytes()}));
  plan_.steps.push_back(std::move(step));
}

void Tracer::end(const Operation& op) {
  std::vector<PieceView> claimed;
  for (size_t i = 0; i < op.operand_count(); i++) {
    PieceView seen = values_.at(op.operand(i));
    const Piece& piece = plan_.pieces[seen.piece];
    const int result = static_cast<int>(i);
    const bool whole = seen.view.dense && seen.view.place.start == 0 &&
                       piece.bytes == seen.view.type.bytes() && piece.claimed_by < 0;
    const bool own = piece.place.kind == Place::Kind::arena || piece.donated_to == result;
    if (!whole || !own) seen = copied(seen);
    plan_.pieces[seen.piece].claimed_by = result;
    claimed.push_back(seen);
  }
  for (const PieceView& seen : claimed) plan_.pieces[seen.piece].last = now();
}

Plan trace(const ir::Function& function, int workers) {
  return Tracer(function, workers).run();
}

}  // namespace tutti::backend::cpu
