// SPDX-License-Identifier: Apache-2.0
#include "task/causal/objective.h"

#include "op/emit.h"

namespace tutti::task::causal {
namespace {

using ir::Builder;
using ir::Value;

/// The cross entropies and hits of logits [rows, length, vocabulary].
std::vector<Value> outputs_of(Builder& b, Value logits, const BatchValues& batch) {
  const ir::Shape shape = logits->type.shape;
  Value target = batch.at("target"), counts = batch.at("counts");
  Value largest = op::reduce_max(b, logits, {2});
  Value shifted = op::subtract(b, logits, op::broadcast_along(b, largest, shape, {2}));
  Value log_sum = op::log(b, op::reduce_sum(b, op::exponential(b, shifted), {2}));
  const ir::Type ids = target->type.with(shape);
  Value is_target =
      op::compare(b, "EQ", op::iota(b, ids, 2), op::broadcast_along(b, target, shape, {2}));
  Value reached =
      op::reduce_sum(b, op::select(b, is_target, shifted, op::zeros_like(b, shifted)), {2});
  Value is_hit = op::compare(b, "EQ", reached, op::zeros_like(b, reached));
  return {op::multiply(b, op::subtract(b, log_sum, reached), counts),
          op::multiply(b, op::convert(b, is_hit, counts->type.element), counts)};
}

Loss loss_of(Builder& b, const std::vector<Value>& outputs, const BatchValues& batch) {
  Builder::Scope scope(b, "loss");
  return {op::reduce_sum(b, outputs[0], {0, 1}), op::reduce_sum(b, batch.at("counts"), {0, 1})};
}

}  // namespace

std::vector<data::ArraySpec> label_arrays() {
  return {{"target", data::Extent::token}, {"counts", data::Extent::token, /*is_real=*/true}};
}

Objective next_token(const model::Model& model) {
  if (!model.next_token_logits)
    user_error("next tokens: the model is a {}, expected a decoder", model.architecture);
  Objective objective;
  objective.parameters = model.parameters;
  objective.arrays = data::token_arrays();
  for (data::ArraySpec& label : label_arrays()) objective.arrays.push_back(std::move(label));
  objective.output_arrays = {{"loss", data::Extent::token, /*is_real=*/true},
                             {"hit", data::Extent::token, /*is_real=*/true}};
  objective.outputs = [hidden_states = model.hidden_states, logits = model.next_token_logits](
                          Builder& b, const model::ParameterValues& parameters,
                          const BatchValues& batch, const model::ForwardOptions& options) {
    Value hidden = hidden_states(b, parameters, tokens_of(batch), options);
    return outputs_of(b, logits(b, parameters, hidden), batch);
  };
  objective.loss = loss_of;
  return objective;
}

}  // namespace tutti::task::causal
