// SPDX-License-Identifier: Apache-2.0
#include "task/classification/objective.h"

#include "model/blocks/transformer.h"
#include "op/emit.h"

namespace tutti::task::classification {
namespace {

using ir::Builder;
using ir::Value;

/// Each feature is a row of its own, whose one segment are the labels.
Loss loss_of(Builder& b, const std::vector<Value>& outputs, const BatchValues& batch) {
  Builder::Scope scope(b, "loss");
  Value logits = outputs[0], weight = batch.at("weight");
  Value segment = op::constant(b, ir::Type::tensor(ir::ElementType::i32, logits->type.shape), 1);
  Value losses = b.create("tutti.cross_entropy", {logits, segment, batch.at("target")})[0];
  return {op::reduce_sum(b, op::multiply(b, losses, weight), {0}), op::reduce_sum(b, weight, {0})};
}

}  // namespace

std::vector<data::ArraySpec> label_arrays() {
  return {{"first", data::Extent::feature},
          {"target", data::Extent::feature},
          {"feature", data::Extent::feature},
          {"weight", data::Extent::feature, /*is_real=*/true}};
}

Objective sequence_classification(const model::Model& model, int64_t labels) {
  if (!model.pooler.emit)
    user_error("text-classification: the model is a {}, expected one with a pooler",
               model.architecture);
  Objective objective;
  objective.parameters = model.parameters;
  for (const model::Parameter& parameter : model.pooler.parameters)
    objective.parameters.push_back(parameter);
  const std::string& head = model.pooler.classifier;
  objective.parameters.push_back({.name = head + ".weight",
                                  .shape = {labels, model.hidden_size},
                                  .deviation = model.initializer_range,
                                  .head = head});
  objective.parameters.push_back({.name = head + ".bias",
                                  .shape = {labels},
                                  .initial = model::Parameter::Initial::zeros,
                                  .decays = false,
                                  .head = head});
  objective.arrays = data::token_arrays();
  for (data::ArraySpec& label : label_arrays()) objective.arrays.push_back(std::move(label));
  objective.output_arrays = {{"logits", data::Extent::feature, true}};
  objective.outputs = [hidden_states = model.hidden_states, pooler = model.pooler,
                       site = model.dropout_sites](
                          Builder& b, const model::ParameterValues& parameters,
                          const BatchValues& batch, const model::ForwardOptions& options) {
    const auto drop = [&](Value x, int64_t number) {
      return model::feature_dropout(b, x, batch.at("feature"), options, {pooler.dropout, number});
    };
    Value hidden = hidden_states(b, parameters, tokens_of(batch), options);
    Value first = model::tokens_at(b, hidden, batch.at("first"));
    Value pooled = pooler.emit(b, parameters, pooler.drops_input ? drop(first, site + 1) : first);
    const std::string& name = pooler.classifier;
    Builder::Scope scope(b, name);
    return std::vector<Value>{model::linear(b, drop(pooled, site), parameters[name + ".weight"],
                                            parameters[name + ".bias"])};
  };
  objective.loss = loss_of;
  return objective;
}

}  // namespace tutti::task::classification
