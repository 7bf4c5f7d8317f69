// SPDX-License-Identifier: Apache-2.0
#include "task/tagging/objective.h"

#include "model/blocks/transformer.h"
#include "op/emit.h"

namespace tutti::task::tagging {
namespace {

using ir::Builder;
using ir::Value;

/// Each token is a row of its own, whose one segment are the labels.
Loss loss_of(Builder& b, const std::vector<Value>& outputs, const BatchValues& batch) {
  Builder::Scope scope(b, "loss");
  Value logits = outputs[0];
  const int64_t labels = logits->type.dim(2), tokens = logits->type.count() / labels;
  const auto flat = [&](Value x) { return op::reshape(b, x, {tokens}); };
  logits = op::reshape(b, logits, {tokens, labels});
  const ir::Type each = ir::Type::tensor(ir::ElementType::i32, {tokens});
  Value first =
      op::multiply(b, op::iota(b, each, 0), op::constant(b, each, static_cast<double>(labels)));
  Value segment = op::constant(b, each.with(ir::Shape{tokens, labels}), 1);
  Value losses = b.create("tutti.cross_entropy",
                          {logits, segment, op::add(b, first, flat(batch.at("target")))})[0];
  Value counts = flat(batch.at("counts"));
  return {op::reduce_sum(b, op::multiply(b, losses, counts), {0}), op::reduce_sum(b, counts, {0})};
}

}  // namespace

std::vector<data::ArraySpec> label_arrays() {
  return {{"target", data::Extent::token}, {"counts", data::Extent::token, /*is_real=*/true}};
}

Objective token_classification(const model::Model& model, int64_t labels) {
  if (!model.token_head)
    user_error("token-classification: the model is a {}, expected an encoder", model.architecture);
  Objective objective;
  objective.parameters = model.parameters;
  const model::TokenHead& head = *model.token_head;
  objective.parameters.insert(objective.parameters.end(), head.parameters.begin(),
                              head.parameters.end());
  objective.parameters.push_back({.name = head.classifier + ".weight",
                                  .shape = {labels, model.hidden_size},
                                  .deviation = model.initializer_range,
                                  .head = head.classifier});
  objective.parameters.push_back({.name = head.classifier + ".bias",
                                  .shape = {labels},
                                  .initial = model::Parameter::Initial::zeros,
                                  .decays = false,
                                  .head = head.classifier});
  objective.arrays = data::token_arrays();
  for (data::ArraySpec& label : label_arrays()) objective.arrays.push_back(std::move(label));
  objective.output_arrays = {{"logits", data::Extent::token, /*is_real=*/true}};
  objective.outputs = [hidden_states = model.hidden_states, head, site = model.dropout_sites](
                          Builder& b, const model::ParameterValues& parameters,
                          const BatchValues& batch, const model::ForwardOptions& options) {
    const model::TokenValues tokens = tokens_of(batch);
    Value hidden = hidden_states(b, parameters, tokens, options);
    if (head.emit) hidden = head.emit(b, parameters, hidden);
    Builder::Scope scope(b, head.classifier);
    hidden = model::dropout(b, hidden, tokens, options, {head.dropout, site});
    return std::vector<Value>{model::linear(b, hidden, parameters[head.classifier + ".weight"],
                                            parameters[head.classifier + ".bias"])};
  };
  objective.loss = loss_of;
  return objective;
}

}  // namespace tutti::task::tagging
