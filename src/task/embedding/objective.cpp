// SPDX-License-Identifier: Apache-2.0
#include "task/embedding/objective.h"

#include <algorithm>

#include "op/emit.h"

namespace tutti::task::embedding {
namespace {

using ir::Builder;
using ir::Value;

/// A column of texts, of the vectors [features * columns, width] of all.
Value column_of(Builder& b, Value vectors, int64_t columns, int64_t column) {
  const int64_t features = vectors->type.dim(0) / columns, width = vectors->type.dim(1);
  Value all = op::reshape(b, vectors, {features, columns, width});
  return op::reshape(b, op::slice(b, all, {0, column, 0}, {features, column + 1, width}),
                     {features, width});
}

/// Whether hidden states depend on the parameter: a layer of logits that is no embedding is not
/// used.
bool is_used(const model::Model& model, const model::Parameter& parameter) {
  const bool gives_logits =
      parameter.name == model.next_token_weight || parameter.name == model.next_token_bias;
  return !gives_logits || &parameter == &model.parameters.front();
}

/// The parameters that hidden states depend on.
std::vector<model::Parameter> used_parameters(const model::Model& model) {
  std::vector<model::Parameter> used;
  for (const model::Parameter& parameter : model.parameters)
    if (is_used(model, parameter)) used.push_back(parameter);
  return used;
}

}  // namespace

std::string prefix_of(const model::Model& model) {
  const std::string& first = model.parameters.front().name;
  const std::string prefix = first.substr(0, first.find('.') + 1);
  const auto used = used_parameters(model);
  const bool is_of_all = std::all_of(used.begin(), used.end(), [&](const model::Parameter& one) {
    return one.name.starts_with(prefix);
  });
  return is_of_all ? prefix : "";
}

std::vector<data::ArraySpec> label_arrays() {
  return {{"text", data::Extent::token},
          {"share", data::Extent::token},
          {"score", data::Extent::feature, /*is_real=*/true},
          {"weight", data::Extent::feature, /*is_real=*/true}};
}

Objective text_embedding(const model::Model& model, const EmbeddingForm& form) {
  Objective objective;
  const std::string prefix = prefix_of(model);
  std::vector<std::string> names;  // the model's own
  for (model::Parameter& parameter : used_parameters(model)) {
    const std::string whole = parameter.name;
    names.push_back(whole);
    if (!prefix.empty()) {
      parameter.name = whole.substr(prefix.size());
      std::erase(parameter.aliases, parameter.name);
      parameter.aliases.insert(parameter.aliases.begin(), whole);
    }
    objective.parameters.push_back(std::move(parameter));
  }
  for (const model::Parameter& parameter : form.carried) objective.parameters.push_back(parameter);
  objective.arrays = data::token_arrays();
  for (data::ArraySpec& label : label_arrays()) objective.arrays.push_back(std::move(label));
  objective.output_arrays = {{"embedding", data::Extent::feature, true}};
  objective.outputs = [hidden_states = model.hidden_states, form, names, prefix](
                          Builder& b, const model::ParameterValues& parameters,
                          const BatchValues& batch, const model::ForwardOptions& options) {
    model::ParameterValues of_model;
    for (const std::string& name : names)
      of_model.set(name, parameters[name.substr(prefix.size())]);
    Value hidden = hidden_states(b, of_model, tokens_of(batch), options);
    Value vectors = pooled(b, form.pooling, hidden, batch.at("text"), batch.at("share"),
                           batch.at("weight")->type.dim(0) * form.columns, options.max_segment);
    if (form.normalizes) vectors = unit_rows(b, vectors);
    return std::vector<Value>{column_of(b, vectors, form.columns, 0), vectors};
  };
  objective.loss = [form](Builder& b, const std::vector<Value>& outputs, const BatchValues& batch) {
    std::vector<Value> columns;
    for (int64_t i = 0; i < form.columns; i++)
      columns.push_back(column_of(b, outputs[1], form.columns, i));
    return loss_of(b, form.loss, columns, batch.at("weight"), batch.at("score"));
  };
  return objective;
}

}  // namespace tutti::task::embedding
