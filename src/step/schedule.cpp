// SPDX-License-Identifier: Apache-2.0
#include "step/schedule.h"

#include <algorithm>
#include <numbers>

#include "base/text.h"
#include "op/emit.h"

namespace tutti::step {

Schedule::Kind schedule_kind(std::string_view name) {
  for (auto kind : {Schedule::Kind::linear, Schedule::Kind::cosine, Schedule::Kind::constant})
    if (name == name_of(kind)) return kind;
  if (name == "constant_with_warmup") return Schedule::Kind::constant;
  user_error(
      "lr_scheduler_type is \"{}\", expected linear, cosine, constant or constant_with_warmup",
      escaped(name));
}

std::string_view name_of(Schedule::Kind kind) {
  switch (kind) {
    case Schedule::Kind::linear:
      return "linear";
    case Schedule::Kind::cosine:
      return "cosine";
    case Schedule::Kind::constant:
      return "constant";
  }
  return "";
}

namespace {

/// The share of the rate that is left after the step `at`: 1 where the warm-up ends, 0 at the end.
ir::Value emit_decay(ir::Builder& b, const Schedule& s, ir::Value at) {
  const auto warmup = static_cast<double>(s.warmup_steps);
  const double length = std::max(1.0, static_cast<double>(s.total_steps) - warmup);
  ir::Value progress = op::scale(b, op::shift(b, at, -warmup), 1 / length);
  ir::Value left;
  if (s.kind == Schedule::Kind::linear)
    left = op::shift(b, op::negate(b, progress), 1);
  else
    left = op::scale(
        b, op::shift(b, b.one("stablehlo.cosine", {op::scale(b, progress, std::numbers::pi)}), 1),
        0.5);
  return op::maximum(b, left, op::zeros_like(b, left));
}

}  // namespace

ir::Value emit_learning_rate(ir::Builder& b, const Schedule& s, ir::Value step,
                             ir::ElementType element) {
  ir::Builder::Scope scope(b, "schedule");
  ir::Value at = op::convert(b, step, element);
  const auto warmup = static_cast<double>(s.warmup_steps);
  ir::Value rate = op::constant_like(b, at, s.learning_rate);
  if (s.kind != Schedule::Kind::constant) rate = op::multiply(b, rate, emit_decay(b, s, at));
  if (s.warmup_steps == 0) return rate;
  ir::Value rising = op::scale(b, at, s.learning_rate / warmup);
  return op::select(b, op::compare(b, "LT", at, op::constant_like(b, at, warmup)), rising, rate);
}

}  // namespace tutti::step
