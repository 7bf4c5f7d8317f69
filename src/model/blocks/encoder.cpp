// SPDX-License-Identifier: Apache-2.0
#include "model/blocks/encoder.h"

#include <limits>

#include "model/blocks/biased_attention.h"
#include "model/blocks/transformer.h"
#include "op/emit.h"

namespace tutti::model {
namespace {

using ir::attributes;
using ir::Builder;
using ir::Value;
using Initial = Parameter::Initial;

/// The number of layers' parameters.
int64_t groups_of(const EncoderConfig& config) {
  return config.num_hidden_groups == 0 ? config.num_hidden_layers : config.num_hidden_groups;
}

std::string group_name(const EncoderForm& form, int64_t group) {
  return fmt::format("{}{}{}.{}", form.prefix, form.layers, group, form.in_layer);
}

std::string layer_name(const EncoderConfig& config, const EncoderForm& form, int64_t layer) {
  return group_name(form, layer * groups_of(config) / config.num_hidden_layers);
}

Value activation(Builder& b, const std::string& name, Value x, Value bias) {
  if (name == "relu") return b.one("tutti.bias_relu", {x, bias});
  return b.one(
      "tutti.bias_gelu", {x, bias},
      attributes({{"approximate", ir::string_attribute(name == "gelu" ? "none" : "tanh")}}));
}

bool is_projected(const EncoderConfig& config, const EncoderForm& form) {
  return config.embedding_size > 0 &&
         (form.always_projects || config.embedding_size != config.hidden_size);
}

/// The positions of a model that skips padding: `padding` at each token of that id; at the others
/// `padding` and the number of tokens of other ids in the segment up to and with it. Each round
/// adds the count of as many tokens before, where the segment has them.
Value counted_positions(const LayerContext& c, int64_t padding) {
  Builder& b = c.b;
  Value is_padding = op::compare(b, "EQ", c.tokens.ids,
                                 op::constant_like(b, c.tokens.ids, static_cast<double>(padding)));
  Value zeros = op::zeros_like(b, c.tokens.ids);
  Value count = op::select(b, is_padding, zeros, op::constant_like(b, zeros, 1));
  const int64_t longest = std::min(c.options.max_segment, zeros->type.dim(1));
  for (int64_t step = 1; step < longest; step *= 2) {
    Value before = op::pad(b, count, 0, {0, step}, {0, -step}, {0, 0});
    Value has = op::compare(b, "GE", c.tokens.position,
                            op::constant_like(b, zeros, static_cast<double>(step)));
    count = op::add(b, count, op::select(b, has, before, zeros));
  }
  Value at = op::shift(b, count, static_cast<double>(padding));
  return op::select(b, is_padding, op::shift(b, zeros, static_cast<double>(padding)), at);
}

Value encoder_embeddings(const LayerContext& c, const EncoderConfig& config,
                         const EncoderForm& form) {
  const auto& [b, p, tokens, options] = c;
  Builder::Scope scope(b, "embeddings");
  const std::string at = form.prefix + "embeddings.";
  const int64_t padding = config.pad_token_id.value_or(-1);
  Value x = embedding(b, p[at + "word_embeddings.weight"], tokens.ids, options.element, padding);
  Value positions = embedding(b, p[at + "position_embeddings.weight"],
                              form.skips_padding ? counted_positions(c, padding) : tokens.position,
                              options.element, form.skips_padding ? padding : -1);
  if (config.type_vocab_size > 0)
    x = op::add(b, x,
                embedding(b, p[at + "token_type_embeddings.weight"], tokens.type, options.element));
  x = layer_norm(b, op::add(b, x, positions), p[at + "LayerNorm.weight"], p[at + "LayerNorm.bias"],
                 config.layer_norm_eps);
  x = dropout(b, x, tokens, options, {config.hidden_dropout_prob, 0});
  if (!is_projected(config, form)) return x;
  const std::string project = form.prefix + form.projection + ".";
  return linear(b, x, p[project + "weight"], p[project + "bias"]);
}

Value layer(const LayerContext& c, const EncoderConfig& config, const EncoderForm& form,
            int64_t index, Value x, Value bias) {
  Builder& b = c.b;
  const ParameterValues& p = c.p;
  const std::string at = layer_name(config, form, index);
  const int64_t site = 3 * index + 1;
  const auto normed = [&](const std::string& name, Value sum) {
    return layer_norm(b, sum, p[at + name + ".weight"], p[at + name + ".bias"],
                      config.layer_norm_eps);
  };
  Value attended;
  {
    Builder::Scope scope(b, "attention");
    const auto project = [&](const std::string& name) {
      return linear(b, x, p[at + name + ".weight"], p[at + name + ".bias"]);
    };
    Value v = project(form.value), k = project(form.key), q = project(form.query);
    const DropoutSite drops = {config.attention_probs_dropout_prob, site};
    Value context = bias ? biased_attention(c, {q, k, v}, bias, drops)
                         : attention(c, {q, k, v}, config.num_attention_heads, drops);
    Value product = op::matmul(b, context, p[at + form.attended + ".weight"], true);
    Value sum =
        bias_dropout_residual(c, product, p[at + form.attended + ".bias"], x,
                              {form.drops_attended ? config.hidden_dropout_prob : 0, site + 1});
    attended = normed(form.attended_norm, sum);
  }
  Builder::Scope scope(b, "feed_forward");
  Value wide = op::matmul(b, attended, p[at + form.wide + ".weight"], true);
  Value active = activation(b, config.hidden_act, wide, p[at + form.wide + ".bias"]);
  Value product = op::matmul(b, active, p[at + form.narrow + ".weight"], true);
  Value sum = bias_dropout_residual(c, product, p[at + form.narrow + ".bias"], attended,
                                    {config.hidden_dropout_prob, site + 2});
  return normed(form.norm, sum);
}

}  // namespace

std::vector<std::string> encoder_aliases(const EncoderForm& form, const std::string& name) {
  const size_t prefix = form.prefix.size();
  std::vector<std::string> aliases = {name.substr(prefix)};
  for (const auto& [now, before] : {std::pair("LayerNorm.weight", "LayerNorm.gamma"),
                                    std::pair("LayerNorm.bias", "LayerNorm.beta")}) {
    if (!name.ends_with(now)) continue;
    const size_t kept = name.size() - std::string_view(now).size();
    aliases.push_back(name.substr(0, kept) + before);
    aliases.push_back(name.substr(prefix, kept - prefix) + before);
  }
  return aliases;
}

std::vector<Parameter> encoder_parameters(const EncoderConfig& config, const EncoderForm& form) {
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
  const auto norm = [&](const std::string& name, int64_t width) {
    vector(name + ".weight", width, Initial::ones);
    vector(name + ".bias", width, Initial::zeros);
  };
  const std::string embedded = form.prefix + "embeddings.";
  const int64_t e = is_projected(config, form) ? config.embedding_size : h;
  weight(embedded + "word_embeddings.weight", {config.vocab_size, e});
  weight(embedded + "position_embeddings.weight", {config.max_position_embeddings, e});
  if (config.type_vocab_size > 0)
    weight(embedded + "token_type_embeddings.weight", {config.type_vocab_size, e});
  norm(embedded + "LayerNorm", e);
  if (is_projected(config, form)) dense(form.prefix + form.projection, h, e);
  for (int64_t group = 0; group < groups_of(config); group++) {
    const std::string at = group_name(form, group);
    for (const std::string& part : {form.query, form.key, form.value}) dense(at + part, h, h);
    dense(at + form.attended, h, h);
    norm(at + form.attended_norm, h);
    dense(at + form.wide, config.intermediate_size, h);
    dense(at + form.narrow, h, config.intermediate_size);
    norm(at + form.norm, h);
  }
  if (!form.relative_bias.empty()) {
    weight(form.prefix + form.relative_bias + ".weight",
           {kRelativeBuckets, config.num_attention_heads});
    all.back().decays = false;  // as of all that is called a bias
  }
  for (Parameter& parameter : all) parameter.aliases = encoder_aliases(form, parameter.name);
  return all;
}

Value encoder(Builder& b, const EncoderConfig& config, const EncoderForm& form,
              const ParameterValues& p, const TokenValues& tokens, const ForwardOptions& options) {
  const LayerContext context = {b, p, tokens, options};
  Value x = encoder_embeddings(context, config, form), bias = nullptr;
  if (!form.relative_bias.empty())
    bias = relative_bias(b, p[form.prefix + form.relative_bias + ".weight"], tokens.ids->type,
                         options.element);
  for (int64_t index = 0; index < config.num_hidden_layers; index++) {
    Builder::Scope scope(b, fmt::format("encoder.layer.{}", index));
    x = layer(context, config, form, index, x, bias);
  }
  return x;
}

Model encoder_model(const EncoderConfig& config, const EncoderForm& form,
                    std::string architecture) {
  Model model;
  model.architecture = std::move(architecture);
  model.vocabulary_size = config.vocab_size;
  model.hidden_size = config.hidden_size;
  model.layers = config.num_hidden_layers;
  model.positions = config.max_position_embeddings;
  if (form.skips_padding) model.positions -= config.pad_token_id.value() + 1;
  model.token_types =  // a model without types does not look at them
      config.type_vocab_size > 0 ? config.type_vocab_size : std::numeric_limits<int32_t>::max();
  model.dropout_sites = 3 * config.num_hidden_layers + 1;
  model.initializer_range = config.initializer_range;
  model.token_head = {.dropout = config.classifier_dropout.value_or(config.hidden_dropout_prob)};
  model.parameters = encoder_parameters(config, form);
  model.hidden_states = [config, form](Builder& b, const ParameterValues& parameters,
                                       const TokenValues& tokens, const ForwardOptions& options) {
    return encoder(b, config, form, parameters, tokens, options);
  };
  return model;
}

void add_classifier(Model& model, const EncoderConfig& config, const std::string& activation) {
  model.pooler = dense_pooler(config, "classifier.dense", "classifier.dense", activation);
  model.pooler.drops_input = true;
  model.pooler.classifier = "classifier.out_proj";
}

void add_word_head(Model& model, const EncoderConfig& config, const EncoderForm& form,
                   const WordHeadNames& names, const std::string& activates) {
  const int64_t width = config.embedding_size > 0 ? config.embedding_size : config.hidden_size;
  const auto vector = [](std::string name, int64_t size, Initial initial) {
    return Parameter{std::move(name), {size}, initial, 0, /*decays=*/false};
  };
  WordHead head;
  head.parameters = {{names.dense + ".weight",
                      {width, config.hidden_size},
                      Initial::normal,
                      config.initializer_range},
                     vector(names.dense + ".bias", width, Initial::zeros),
                     vector(names.norm + ".weight", width, Initial::ones),
                     vector(names.norm + ".bias", width, Initial::zeros),
                     vector(names.bias, config.vocab_size, Initial::zeros)};
  for (Parameter& parameter : head.parameters) {
    parameter.aliases = encoder_aliases(form, parameter.name);
    parameter.head = names.dense.substr(0, names.dense.find('.'));
  }
  if (names.decoder + ".bias" != names.bias)
    head.parameters.back().copies.push_back(names.decoder + ".bias");
  head.emit = [names, activates, epsilon = config.layer_norm_eps](
                  Builder& b, const ParameterValues& p, Value hidden) {
    Builder::Scope scope(b, names.dense);
    Value x = activation(b, activates, op::matmul(b, hidden, p[names.dense + ".weight"], true),
                         p[names.dense + ".bias"]);
    return layer_norm(b, x, p[names.norm + ".weight"], p[names.norm + ".bias"], epsilon);
  };
  head.weight = form.prefix + "embeddings.word_embeddings.weight";
  head.bias = names.bias;
  head.copies = {names.decoder + ".weight"};
  model.word_head = std::move(head);
}

Pooler dense_pooler(const EncoderConfig& config, const std::string& dense, const std::string& head,
                    const std::string& activates) {
  const int64_t h = config.hidden_size;
  Pooler pooler;
  pooler.parameters = {{dense + ".weight", {h, h}, Initial::normal, config.initializer_range},
                       {dense + ".bias", {h}, Initial::zeros, 0, /*decays=*/false}};
  for (Parameter& parameter : pooler.parameters) parameter.head = head;
  pooler.emit = [dense, activates](Builder& b, const ParameterValues& p, Value first) {
    Builder::Scope scope(b, "pooler");
    Value weight = p[dense + ".weight"], bias = p[dense + ".bias"];
    if (activates == "tanh") return op::tanh(b, linear(b, first, weight, bias));
    return activation(b, activates, op::matmul(b, first, weight, true), bias);
  };
  pooler.dropout = config.classifier_dropout.value_or(config.hidden_dropout_prob);
  return pooler;
}

}  // namespace tutti::model
