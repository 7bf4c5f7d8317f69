// SPDX-License-Identifier: Apache-2.0
#include "task/classification/objective.h"

#include "model/blocks/transformer.h"
#include "op/emit.h"

namespace tutti::task::classification {
namespace {

using ir::Builder;
using ir::Value;

/// Each feature is a row of its own, whose one segment are the labels.
Value cross_entropy(Builder& b, Value logits, const BatchValues& batch) {
  Value segment = op::constant(b, ir::Type::tensor(ir::ElementType::i32, logits->type.shape), 1);
  return b.create("tutti.cross_entropy", {logits, segment, batch.at("target")})[0];
}

/// What the labels of each feature shall be, [features, labels].
Value goals_of(Builder& b, const BatchValues& batch, int64_t features, int64_t labels) {
  std::vector<Value> goals;
  for (int64_t k = 0; k < labels; k++)
    goals.push_back(op::reshape(b, batch.at(goal_name(k)), {features, 1}));
  return labels == 1 ? goals[0] : op::concatenate(b, std::move(goals), 1);
}

/// -log of the probability that each label is as its goal says: softplus(x) - goal x, without
/// overflow.
Value binary_cross_entropy(Builder& b, Value x, Value goal) {
  Value zero = op::zeros_like(b, x);
  Value is_positive = op::compare(b, "GT", x, zero);
  Value below = op::select(b, is_positive, op::negate(b, x), x);  // -|x|
  Value rest = op::log(b, op::shift(b, op::exponential(b, below), 1));
  Value above = op::select(b, is_positive, x, zero);
  return op::subtract(b, op::add(b, above, rest), op::multiply(b, goal, x));
}

Value squares(Builder& b, Value x, Value goal) {
  Value apart = op::subtract(b, x, goal);
  return op::multiply(b, apart, apart);
}

Loss loss_of(Builder& b, Value logits, const BatchValues& batch, Problem problem) {
  Builder::Scope scope(b, "loss");
  const int64_t features = logits->type.dim(0), labels = logits->type.dim(1);
  Value weight = batch.at("weight"), losses;
  if (problem == Problem::single_label) {
    losses = cross_entropy(b, logits, batch);
  } else {
    Value goals = goals_of(b, batch, features, labels);
    Value each = problem == Problem::regression ? squares(b, logits, goals)
                                                : binary_cross_entropy(b, logits, goals);
    losses = op::scale(b, op::reduce_sum(b, each, {1}), 1.0 / static_cast<double>(labels));
  }
  return {op::reduce_sum(b, op::multiply(b, losses, weight), {0}), op::reduce_sum(b, weight, {0})};
}

}  // namespace

std::string goal_name(int64_t label) {
  return fmt::format("goal{}", label);
}

std::vector<data::ArraySpec> label_arrays(Problem problem, int64_t labels) {
  std::vector<data::ArraySpec> arrays = {{"first", data::Extent::feature},
                                         {"feature", data::Extent::feature},
                                         {"weight", data::Extent::feature, /*is_real=*/true}};
  if (problem == Problem::single_label) arrays.push_back({"target", data::Extent::feature});
  for (int64_t k = 0; k < labels && problem != Problem::single_label; k++)
    arrays.push_back({goal_name(k), data::Extent::feature, /*is_real=*/true});
  return arrays;
}

Objective sequence_classification(const model::Model& model, int64_t labels, Problem problem) {
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
  for (data::ArraySpec& label : label_arrays(problem, labels))
    objective.arrays.push_back(std::move(label));
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
  objective.loss = [problem](Builder& b, const std::vector<Value>& outputs,
                             const BatchValues& batch) {
    return loss_of(b, outputs[0], batch, problem);
  };
  return objective;
}

}  // namespace tutti::task::classification
