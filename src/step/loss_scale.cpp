// SPDX-License-Identifier: Apache-2.0
#include "step/loss_scale.h"

#include <fmt/format.h>

#include "op/emit.h"

namespace tutti::step {
namespace {

using ir::Builder;
using ir::ElementType;
using ir::Value;

/// The least power of two that is not below a scalar of at least 1. The bits of a float32 below its
/// exponent are cleared, which is exact on every device; a logarithm is not.
Value power_of_two_above(Builder& b, Value x) {
  const ElementType element = x->type.element;
  const ir::Type bits = ir::Type::scalar(ElementType::i32);
  Value word =
      b.one("stablehlo.bitcast_convert", {op::convert(b, x, ElementType::f32)}, {}, {bits});
  word = op::shift(b, word, 0x007FFFFF);
  word = b.one("stablehlo.and", {word, op::constant_like(b, word, 0x7F800000)});
  const ir::Type real = ir::Type::scalar(ElementType::f32);
  return op::convert(b, b.one("stablehlo.bitcast_convert", {word}, {}, {real}), element);
}

}  // namespace

std::string description(const LossScale& options) {
  if (!options.is_dynamic) return fmt::format("{}", options.first);
  return fmt::format("dynamic from {}, growing after {} updates", options.first,
                     options.growth_interval);
}

LossScaleState emit_next_scale(Builder& b, const LossScale& options, const LossScaleState& state,
                               Value finite) {
  Builder::Scope scope(b, "loss_scale");
  const auto counted = [&](Value count) { return op::shift(b, count, 1); };
  LossScaleState next;
  next.updates = op::select(b, finite, counted(state.updates), state.updates);
  if (!options.is_dynamic) {
    next.tracker = state.tracker;
    next.scale = op::constant_like(b, state.scale, options.first);
    return next;
  }
  const Value none = op::zeros_like(b, state.tracker), tracked = counted(state.tracker);
  const Value is_due =
      op::compare(b, "GE", tracked,
                  op::constant_like(b, tracked, static_cast<double>(options.growth_interval)));
  next.tracker = op::select(b, finite, op::select(b, is_due, none, tracked), none);
  const Value grown = op::scale(b, state.scale, options.growth);
  const Value grows = b.one("stablehlo.and", {is_due, b.one("stablehlo.is_finite", {grown})});
  const Value fallen = op::maximum(b, op::scale(b, state.scale, options.backoff),
                                   op::constant_like(b, state.scale, options.least));
  next.scale = op::select(b, finite, op::select(b, grows, grown, state.scale), fallen);
  return next;
}

LossFactors emit_loss_factors(Builder& b, Value scale, Value weight) {
  Builder::Scope scope(b, "loss_scale");
  const Value one = op::constant_like(b, weight, 1);
  const Value power = power_of_two_above(b, op::maximum(b, weight, one));
  const Value wide = op::convert(b, scale, weight->type.element);
  return {op::divide(b, wide, power), op::divide(b, power, wide)};
}

}  // namespace tutti::step
