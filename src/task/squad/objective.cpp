// SPDX-License-Identifier: Apache-2.0
#include "task/squad/objective.h"

#include "model/blocks/transformer.h"
#include "op/emit.h"
#include "task/squad/labels.h"

namespace tutti::task::squad {
namespace {

using ir::Builder;
using ir::Value;

/// [rows, length, 2] -> two of [rows, length].
std::vector<Value> split_logits(Builder& b, Value both) {
  const int64_t rows = both->type.dim(0), length = both->type.dim(1);
  std::vector<Value> logits;
  for (int64_t k = 0; k < 2; k++)
    logits.push_back(
        op::reshape(b, op::slice(b, both, {0, 0, k}, {rows, length, k + 1}), {rows, length}));
  return logits;
}

Loss loss_of(Builder& b, const std::vector<Value>& logits, const BatchValues& batch) {
  Builder::Scope scope(b, "loss");
  Value weight = batch.at("weight");
  const auto side = [&](Value values, const char* target) {
    return b.create("tutti.cross_entropy", {values, batch.at("segment"), batch.at(target)})[0];
  };
  Value both = op::add(b, side(logits[0], "start"), side(logits[1], "end"));
  Value weighted = op::multiply(b, op::scale(b, both, 0.5), weight);
  return {op::reduce_sum(b, weighted, {0}), op::reduce_sum(b, weight, {0})};
}

}  // namespace

Objective question_answering(const model::Model& model) {
  if (!model.next_token_weight.empty())
    user_error(
        "question-answering: the model is a {}, expected an encoder, whose tokens see those "
        "after them",
        model.architecture);
  Objective objective;
  objective.parameters = model.parameters;
  const std::string head = "qa_outputs";
  using Initial = model::Parameter::Initial;
  objective.parameters.push_back({.name = head + ".weight",
                                  .shape = {2, model.hidden_size},
                                  .deviation = model.initializer_range,
                                  .head = head});
  objective.parameters.push_back({.name = head + ".bias",
                                  .shape = {2},
                                  .initial = Initial::zeros,
                                  .deviation = 0,
                                  .decays = false,
                                  .head = head});
  objective.arrays = data::token_arrays();
  for (data::ArraySpec& label : label_arrays()) objective.arrays.push_back(std::move(label));
  objective.output_arrays = {{"start_logits", data::Extent::token, true},
                             {"end_logits", data::Extent::token, true}};
  objective.outputs = [hidden_states = model.hidden_states,
                       last = model::DropoutSite{model.answer_dropout, model.dropout_sites}](
                          Builder& b, const model::ParameterValues& parameters,
                          const BatchValues& batch, const model::ForwardOptions& options) {
    const model::TokenValues tokens = tokens_of(batch);
    Value hidden = hidden_states(b, parameters, tokens, options);
    Builder::Scope scope(b, "qa_outputs");
    hidden = model::dropout(b, hidden, tokens, options, last);
    return split_logits(b, model::linear(b, hidden, parameters["qa_outputs.weight"],
                                         parameters["qa_outputs.bias"]));
  };
  objective.loss = loss_of;
  return objective;
}

}  // namespace tutti::task::squad
