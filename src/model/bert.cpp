// SPDX-License-Identifier: Apache-2.0
#include "model/bert.h"

#include <nlohmann/json.hpp>

#include "model/blocks/transformer.h"
#include "op/emit.h"

namespace tutti::model {
namespace {

using ir::attributes;
using ir::Builder;
using ir::Value;
using Initial = Parameter::Initial;

constexpr std::string_view kPrefix = "bert.";

std::string layer_name(int64_t layer) {
  return fmt::format("{}encoder.layer.{}.", kPrefix, layer);
}

/// Files of a bare BertModel leave out the prefix, files made from TensorFlow's call a norm's
/// weight gamma and its bias beta.
std::vector<std::string> aliases_of(const std::string& name) {
  std::vector<std::string> aliases = {name.substr(kPrefix.size())};
  for (const auto& [now, before] : {std::pair("LayerNorm.weight", "LayerNorm.gamma"),
                                    std::pair("LayerNorm.bias", "LayerNorm.beta")}) {
    if (!name.ends_with(now)) continue;
    const size_t kept = name.size() - std::string_view(now).size();
    aliases.push_back(name.substr(0, kept) + before);
    aliases.push_back(name.substr(kPrefix.size(), kept - kPrefix.size()) + before);
  }
  return aliases;
}

Value activation(Builder& b, const std::string& name, Value x, Value bias) {
  if (name == "relu") return b.one("tutti.bias_relu", {x, bias});
  return b.one(
      "tutti.bias_gelu", {x, bias},
      attributes({{"approximate", ir::string_attribute(name == "gelu" ? "none" : "tanh")}}));
}

Value bert_embeddings(const LayerContext& c, const BertConfig& config) {
  const auto& [b, p, tokens, options] = c;
  Builder::Scope scope(b, "embeddings");
  const std::string at = "bert.embeddings.";
  Value words = embedding(b, p[at + "word_embeddings.weight"], tokens.ids, options.element,
                          config.pad_token_id.value_or(-1));
  Value positions =
      embedding(b, p[at + "position_embeddings.weight"], tokens.position, options.element);
  Value types = embedding(b, p[at + "token_type_embeddings.weight"], tokens.type, options.element);
  Value x = layer_norm(b, op::add(b, op::add(b, words, types), positions),
                       p[at + "LayerNorm.weight"], p[at + "LayerNorm.bias"], config.layer_norm_eps);
  return dropout(b, x, tokens, options, {config.hidden_dropout_prob, 0});
}

Value layer(const LayerContext& c, const BertConfig& config, int64_t index, Value x) {
  Builder& b = c.b;
  const ParameterValues& p = c.p;
  const std::string at = layer_name(index);
  const int64_t site = 3 * index + 1;
  Value attended;
  {
    Builder::Scope scope(b, "attention");
    const auto project = [&](const std::string& part) {
      const std::string name = at + "attention.self." + part;
      return linear(b, x, p[name + ".weight"], p[name + ".bias"]);
    };
    Value v = project("value"), k = project("key"), q = project("query");
    Value context = attention(c, {q, k, v}, config.num_attention_heads,
                              {config.attention_probs_dropout_prob, site});
    const std::string out = at + "attention.output.";
    Value product = op::matmul(b, context, p[out + "dense.weight"], true);
    Value sum = bias_dropout_residual(c, product, p[out + "dense.bias"], x,
                                      {config.hidden_dropout_prob, site + 1});
    attended = layer_norm(b, sum, p[out + "LayerNorm.weight"], p[out + "LayerNorm.bias"],
                          config.layer_norm_eps);
  }
  Builder::Scope scope(b, "feed_forward");
  Value wide = op::matmul(b, attended, p[at + "intermediate.dense.weight"], true);
  Value active = activation(b, config.hidden_act, wide, p[at + "intermediate.dense.bias"]);
  Value product = op::matmul(b, active, p[at + "output.dense.weight"], true);
  Value sum = bias_dropout_residual(c, product, p[at + "output.dense.bias"], attended,
                                    {config.hidden_dropout_prob, site + 2});
  return layer_norm(b, sum, p[at + "output.LayerNorm.weight"], p[at + "output.LayerNorm.bias"],
                    config.layer_norm_eps);
}

}  // namespace

std::vector<Parameter> bert_parameters(const BertConfig& config) {
  std::vector<Parameter> all;
  const int64_t h = config.hidden_size;
  const auto weight = [&](std::string name, ir::Shape shape) {
    all.push_back({std::move(name), std::move(shape), Initial::normal, config.initializer_range});
  };
  const auto vector = [&](std::string name, int64_t size, Initial initial) {
    all.push_back({std::move(name), {size}, initial, 0, /*decays=*/false});
  };
  const auto dense = [&](const std::string& name, int64_t out, int64_t in) {
    weight(name + ".weight", {out, in});
    vector(name + ".bias", out, Initial::zeros);
  };
  const auto norm = [&](const std::string& name) {
    vector(name + ".weight", h, Initial::ones);
    vector(name + ".bias", h, Initial::zeros);
  };
  weight("bert.embeddings.word_embeddings.weight", {config.vocab_size, h});
  weight("bert.embeddings.position_embeddings.weight", {config.max_position_embeddings, h});
  weight("bert.embeddings.token_type_embeddings.weight", {config.type_vocab_size, h});
  norm("bert.embeddings.LayerNorm");
  for (int64_t index = 0; index < config.num_hidden_layers; index++) {
    const std::string at = layer_name(index);
    for (const char* part : {"query", "key", "value"}) dense(at + "attention.self." + part, h, h);
    dense(at + "attention.output.dense", h, h);
    norm(at + "attention.output.LayerNorm");
    dense(at + "intermediate.dense", config.intermediate_size, h);
    dense(at + "output.dense", h, config.intermediate_size);
    norm(at + "output.LayerNorm");
  }
  for (Parameter& parameter : all) parameter.aliases = aliases_of(parameter.name);
  return all;
}

Value bert(Builder& b, const BertConfig& config, const ParameterValues& p,
           const TokenValues& tokens, const ForwardOptions& options) {
  const LayerContext context = {b, p, tokens, options};
  Value x = bert_embeddings(context, config);
  for (int64_t index = 0; index < config.num_hidden_layers; index++) {
    Builder::Scope scope(b, fmt::format("encoder.layer.{}", index));
    x = layer(context, config, index, x);
  }
  return x;
}

Model bert_model(const nlohmann::json& config, std::string_view where) {
  return bert_model(bert_config(config, where));
}

Model bert_model(const BertConfig& config) {
  const int64_t h = config.hidden_size;
  Model model;
  model.architecture = "Bert";
  model.vocabulary_size = config.vocab_size;
  model.hidden_size = h;
  model.layers = config.num_hidden_layers;
  model.positions = config.max_position_embeddings;
  model.token_types = config.type_vocab_size;
  model.dropout_sites = 3 * config.num_hidden_layers + 1;
  model.initializer_range = config.initializer_range;
  model.parameters = bert_parameters(config);
  model.hidden_states = [config](Builder& b, const ParameterValues& parameters,
                                 const TokenValues& tokens, const ForwardOptions& options) {
    return bert(b, config, parameters, tokens, options);
  };
  const std::string dense = "bert.pooler.dense.";
  model.pooler.parameters = {{dense + "weight", {h, h}, Initial::normal, config.initializer_range},
                             {dense + "bias", {h}, Initial::zeros, 0, /*decays=*/false}};
  for (Parameter& parameter : model.pooler.parameters) {
    parameter.aliases = aliases_of(parameter.name);
    parameter.head = "pooler";
  }
  model.pooler.emit = [dense](Builder& b, const ParameterValues& parameters, Value first) {
    Builder::Scope scope(b, "pooler");
    return op::tanh(b, linear(b, first, parameters[dense + "weight"], parameters[dense + "bias"]));
  };
  model.pooler.dropout = config.classifier_dropout.value_or(config.hidden_dropout_prob);
  return model;
}

}  // namespace tutti::model
