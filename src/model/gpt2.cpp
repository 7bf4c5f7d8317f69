// SPDX-License-Identifier: Apache-2.0
#include "model/gpt2.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "model/blocks/cached_attention.h"
#include "model/blocks/transformer.h"
#include "op/emit.h"

namespace tutti::model {
namespace {

using ir::Builder;
using ir::Value;
using Initial = Parameter::Initial;

constexpr std::string_view kGpt2Prefix = "transformer.";
constexpr const char* kGpt2Embedding = "transformer.wte.weight";

std::string gpt2_layer(int64_t index) {
  return fmt::format("{}h.{}.", kGpt2Prefix, index);
}

/// The number of dropout sites of embeddings and residuals, which come before those of attention.
int64_t gpt2_other_sites(const Gpt2Config& config) {
  return 2 * config.num_hidden_layers + 1;
}

/// x W of a weight [in, out], without the bias.
Value gpt2_product(const LayerContext& c, const std::string& name, Value x) {
  return op::matmul(c.b, x, c.p[name + ".weight"]);
}

Value gpt2_norm(const LayerContext& c, const Gpt2Config& config, const std::string& name, Value x) {
  return layer_norm(c.b, x, c.p[name + ".weight"], c.p[name + ".bias"], config.layer_norm_eps);
}

Value gpt2_attention(const LayerContext& c, const Gpt2Config& config, const std::string& at,
                     int64_t layer, Value x) {
  const int64_t rows = x->type.dim(0), length = x->type.dim(1), h = config.hidden_size,
                heads = config.num_attention_heads;
  Value joined = gpt2_product(c, at + "c_attn", x);
  joined = op::add(c.b, joined,
                   op::broadcast_in_dim(c.b, c.p[at + "c_attn.bias"], joined->type.shape, {2}));
  const auto part = [&](int64_t index) {
    Value own = op::slice(c.b, joined, {0, 0, index * h}, {rows, length, (index + 1) * h});
    return op::reshape(c.b, own, {rows, length, heads, h / heads});
  };
  const DropoutSite site = {config.attention_dropout, gpt2_other_sites(config) + layer};
  return gpt2_product(c, at + "c_proj", attend(c, {part(0), part(1), part(2)}, layer, site));
}

Value gpt2_feed_forward(const LayerContext& c, const Gpt2Config& config, const std::string& at,
                        Value x) {
  Value active =
      c.b.one("tutti.bias_gelu", {gpt2_product(c, at + "c_fc", x), c.p[at + "c_fc.bias"]},
              ir::attributes({{"approximate", ir::string_attribute(config.approximation)}}));
  return gpt2_product(c, at + "c_proj", active);
}

Value gpt2_embeddings(const LayerContext& c, const Gpt2Config& config) {
  const auto& [b, p, tokens, options] = c;
  Value words = embedding(b, p[kGpt2Embedding], tokens.ids, options.element);
  Value positions = embedding(b, p["transformer.wpe.weight"], tokens.position, options.element);
  return dropout(b, op::add(b, words, positions), tokens, options, {config.embedding_dropout, 0});
}

Value gpt2_hidden(const LayerContext& c, const Gpt2Config& config) {
  Value x = gpt2_embeddings(c, config);
  for (int64_t index = 0; index < config.num_hidden_layers; index++) {
    const std::string at = gpt2_layer(index);
    Builder::Scope scope(c.b, fmt::format("h.{}", index));
    const auto add_to_x = [&](Value product, const std::string& name, int64_t site) {
      x = bias_dropout_residual(c, product, c.p[at + name + ".bias"], x,
                                {config.residual_dropout, 2 * index + site});
    };
    Value normal = gpt2_norm(c, config, at + "ln_1", x);
    add_to_x(gpt2_attention(c, config, at + "attn.", index, normal), "attn.c_proj", 1);
    normal = gpt2_norm(c, config, at + "ln_2", x);
    add_to_x(gpt2_feed_forward(c, config, at + "mlp.", normal), "mlp.c_proj", 2);
  }
  return gpt2_norm(c, config, "transformer.ln_f", x);
}

std::vector<Parameter> gpt2_parameters(const Gpt2Config& config) {
  std::vector<Parameter> all;
  const int64_t h = config.hidden_size;
  // Products that are added to the residual begin smaller, by the number of such sums.
  const double residual =
      config.initializer_range / std::sqrt(2 * static_cast<double>(config.num_hidden_layers));
  const auto matrix = [&](const std::string& name, ir::Shape shape, double deviation) {
    all.push_back({.name = name, .shape = std::move(shape), .deviation = deviation});
  };
  const auto vector = [&](const std::string& name, int64_t size, Initial initial) {
    all.push_back({.name = name, .shape = {size}, .initial = initial, .decays = false});
  };
  const auto dense = [&](const std::string& name, int64_t in, int64_t out, double deviation) {
    matrix(name + ".weight", {in, out}, deviation);
    vector(name + ".bias", out, Initial::zeros);
  };
  const auto norm = [&](const std::string& name) {
    vector(name + ".weight", h, Initial::ones);
    vector(name + ".bias", h, Initial::zeros);
  };
  matrix(kGpt2Embedding, {config.vocab_size, h}, config.initializer_range);
  matrix("transformer.wpe.weight", {config.max_position_embeddings, h}, config.initializer_range);
  for (int64_t index = 0; index < config.num_hidden_layers; index++) {
    const std::string at = gpt2_layer(index);
    norm(at + "ln_1");
    dense(at + "attn.c_attn", h, 3 * h, config.initializer_range);
    dense(at + "attn.c_proj", h, h, residual);
    norm(at + "ln_2");
    dense(at + "mlp.c_fc", h, config.intermediate_size, config.initializer_range);
    dense(at + "mlp.c_proj", config.intermediate_size, h, residual);
  }
  norm("transformer.ln_f");
  // Files of a bare GPT2Model, such as the first ones of the hub, leave out the prefix.
  for (Parameter& parameter : all) parameter.aliases = {parameter.name.substr(kGpt2Prefix.size())};
  if (config.tie_word_embeddings)
    all.front().copies = {"lm_head.weight"};
  else
    matrix("lm_head.weight", {config.vocab_size, h}, config.initializer_range);
  return all;
}

}  // namespace

Model gpt2_model(const nlohmann::json& json, std::string_view where) {
  const Gpt2Config config = gpt2_config(json, where);
  Model model;
  model.architecture = "GPT2";
  model.vocabulary_size = config.vocab_size;
  model.hidden_size = config.hidden_size;
  model.layers = config.num_hidden_layers;
  model.positions = config.max_position_embeddings;
  model.token_types = std::numeric_limits<int32_t>::max();  // it does not look at them
  model.key_value_heads = config.num_attention_heads;
  model.head_dim = config.hidden_size / config.num_attention_heads;
  model.dropout_sites =
      gpt2_other_sites(config) + (config.attention_dropout > 0 ? config.num_hidden_layers : 0);
  model.initializer_range = config.initializer_range;
  model.parameters = gpt2_parameters(config);
  model.hidden_states = [config](Builder& b, const ParameterValues& parameters,
                                 const TokenValues& tokens, const ForwardOptions& options) {
    return gpt2_hidden({b, parameters, tokens, options}, config);
  };
  model.next_token_head = "LMHeadModel";
  model.next_token_weight = config.tie_word_embeddings ? kGpt2Embedding : "lm_head.weight";
  return model;
}

}  // namespace tutti::model
