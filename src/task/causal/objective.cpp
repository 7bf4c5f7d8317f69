// SPDX-License-Identifier: Apache-2.0
#include "task/causal/objective.h"

#include "op/emit.h"

namespace tutti::task::causal {
namespace {

using ir::Builder;
using ir::Value;

Value tokens_counted(Builder& b, const BatchValues& batch) {
  return op::reduce_sum(b, batch.at("counts"), {0, 1});
}

/// Each token's cross entropy and hit, and the sum of the cross entropies, from hidden states
/// [rows, length, features].
std::vector<Value> outputs_of(Builder& b, Value hidden, Value weight, Value bias,
                              const BatchValues& batch) {
  Builder::Scope scope(b, "loss");
  Value target = batch.at("target");
  const ir::Shape tokens = target->type.shape;
  const int64_t count = target->type.count();
  const auto flat = [&](Value x) { return op::reshape(b, x, {count}); };
  hidden = op::reshape(b, hidden, {count, hidden->type.dim(2)});
  if (bias) {  // is the weight of one more feature, which is 1
    weight = op::concatenate(b, {weight, op::reshape(b, bias, {bias->type.dim(0), 1})}, 1);
    hidden =
        op::concatenate(b, {hidden, op::constant(b, hidden->type.with(ir::Shape{count, 1}), 1)}, 1);
  }
  const std::vector<Value> found = b.create(
      "tutti.linear_cross_entropy", {hidden, weight, flat(target), flat(batch.at("counts"))});
  return {op::reshape(b, found[0], tokens), op::reshape(b, found[1], tokens), found[2]};
}

Loss loss_of(Builder& b, const std::vector<Value>& outputs, const BatchValues& batch) {
  Builder::Scope scope(b, "loss");
  return {outputs.back(), tokens_counted(b, batch)};
}

}  // namespace

std::vector<data::ArraySpec> label_arrays() {
  return {{"target", data::Extent::token}, {"counts", data::Extent::token, /*is_real=*/true}};
}

Objective next_token(const model::Model& model) {
  if (model.next_token_weight.empty())
    user_error("next tokens: the model is a {}, expected a decoder", model.architecture);
  Objective objective;
  objective.parameters = model.parameters;
  objective.arrays = data::token_arrays();
  for (data::ArraySpec& label : label_arrays()) objective.arrays.push_back(std::move(label));
  objective.output_arrays = {{"loss", data::Extent::token, /*is_real=*/true},
                             {"hit", data::Extent::token, /*is_real=*/true}};
  objective.outputs = [hidden_states = model.hidden_states, weight = model.next_token_weight,
                       bias = model.next_token_bias](
                          Builder& b, const model::ParameterValues& parameters,
                          const BatchValues& batch, model::ForwardOptions options) {
    std::vector<Value> own;
    options.own_losses = &own;
    Value hidden = hidden_states(b, parameters, tokens_of(batch), options);
    std::vector<Value> outputs =
        outputs_of(b, hidden, parameters[weight], bias.empty() ? nullptr : parameters[bias], batch);
    // Each counts as often as the mean over tokens does, so that all micro-batches weigh the same.
    for (Value loss : own)
      outputs.back() = op::add(b, outputs.back(), op::multiply(b, loss, tokens_counted(b, batch)));
    return outputs;
  };
  objective.loss = loss_of;
  return objective;
}

}  // namespace tutti::task::causal
