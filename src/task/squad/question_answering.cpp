// SPDX-License-Identifier: Apache-2.0
#include "task/squad/question_answering.h"

#include "model/blocks/transformer.h"
#include "op/emit.h"
#include "task/squad/labels.h"

namespace tutti::task::squad {
namespace {

using ir::Builder;
using ir::Value;

model::TokenValues tokens_of(const BatchValues& batch) {
  return {.ids = batch.at("ids"),
          .segment = batch.at("segment"),
          .position = batch.at("position"),
          .type = batch.at("type"),
          .sample = batch.at("sample")};
}

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

Objective question_answering(const model::BertConfig& config) {
  Objective objective;
  objective.parameters = model::bert_parameters(config);
  using Initial = model::Parameter::Initial;
  objective.parameters.push_back(
      {"qa_outputs.weight", {2, config.hidden_size}, Initial::normal, config.initializer_range});
  objective.parameters.push_back({"qa_outputs.bias", {2}, Initial::zeros, 0, /*decays=*/false});
  for (size_t i = objective.parameters.size() - 2; i < objective.parameters.size(); i++)
    objective.parameters[i].of_head = true;
  objective.arrays = data::token_arrays();
  for (data::ArraySpec& label : label_arrays()) objective.arrays.push_back(std::move(label));
  objective.output_arrays = {{"start_logits", data::Extent::token, true},
                             {"end_logits", data::Extent::token, true}};
  objective.outputs = [config](Builder& b, const model::ParameterValues& parameters,
                               const BatchValues& batch, const model::ForwardOptions& options) {
    Value hidden = model::bert(b, config, parameters, tokens_of(batch), options);
    Builder::Scope scope(b, "qa_outputs");
    return split_logits(b, model::linear(b, hidden, parameters["qa_outputs.weight"],
                                         parameters["qa_outputs.bias"]));
  };
  objective.loss = loss_of;
  return objective;
}

}  // namespace tutti::task::squad
