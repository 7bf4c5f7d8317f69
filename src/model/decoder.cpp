// SPDX-License-Identifier: Apache-2.0
#include "model/decoder.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "format/json.h"
#include "model/blocks/cached_attention.h"
#include "model/blocks/transformer.h"
#include "op/emit.h"

namespace tutti::model {
namespace {

using ir::Builder;
using ir::Value;
using Json = nlohmann::json;

std::string decoder_layer(int64_t index) {
  return fmt::format("model.layers.{}.", index);
}

Value rms_norm(Builder& b, Value x, Value gamma, double epsilon) {
  return b.create("tutti.rms_norm", {x, gamma},
                  ir::attributes({{"epsilon", ir::f64_attribute(epsilon)}}))[0];
}

/// x W^T, plus the bias where the model has one.
Value project(const LayerContext& c, const std::string& name, Value x, bool has_bias) {
  if (has_bias) return linear(c.b, x, c.p[name + ".weight"], c.p[name + ".bias"]);
  return op::matmul(c.b, x, c.p[name + ".weight"], /*transposed=*/true);
}

/// The heads of queries, keys or values: [rows, length, heads, head_dim].
Value heads_of(const LayerContext& c, const DecoderConfig& config, const std::string& at,
               const std::string& part, Value x, int64_t heads) {
  Value all = project(c, at + part + "_proj", x, config.query_key_value_bias);
  Value split = op::reshape(c.b, all, {x->type.dim(0), x->type.dim(1), heads, config.head_dim});
  if (!config.head_norms || part == "v") return split;
  return rms_norm(c.b, split, c.p[at + part + "_norm.weight"], config.rms_norm_eps);
}

Value decoder_attention(const LayerContext& c, const DecoderConfig& config, int64_t layer, Value x,
                        const Rotation& turn) {
  Builder::Scope scope(c.b, "attention");
  const std::string at = decoder_layer(layer) + "self_attn.";
  const int64_t kv = config.num_key_value_heads, heads = config.num_attention_heads;
  Value q = rotate(c.b, heads_of(c, config, at, "q", x, heads), turn),
        k = rotate(c.b, heads_of(c, config, at, "k", x, kv), turn),
        v = heads_of(c, config, at, "v", x, kv);
  Value context = attend(c, {q, k, v}, layer, {config.attention_dropout, layer});
  return project(c, at + "o_proj", context, config.output_bias);
}

Value feed_forward(const LayerContext& c, const DecoderConfig& config, const std::string& at,
                   Value x) {
  Builder::Scope scope(c.b, "feed_forward");
  Value gate = project(c, at + "gate_proj", x, config.mlp_bias),
        up = project(c, at + "up_proj", x, config.mlp_bias);
  Value active = c.b.create("tutti.swiglu", {gate, up})[0];
  return project(c, at + "down_proj", active, config.mlp_bias);
}

Value decoder_hidden(const LayerContext& c, const DecoderConfig& config) {
  const auto& [b, p, tokens, options] = c;
  Value x = embedding(b, p["model.embed_tokens.weight"], tokens.ids, options.element,
                      config.pad_token_id.value_or(-1));
  const Rotation turn =
      rotation(b, config.rotary, config.head_dim, tokens.position, options.element);
  for (int64_t index = 0; index < config.num_hidden_layers; index++) {
    const std::string at = decoder_layer(index);
    Builder::Scope scope(b, fmt::format("layers.{}", index));
    Value normal = rms_norm(b, x, p[at + "input_layernorm.weight"], config.rms_norm_eps);
    x = op::add(b, x, decoder_attention(c, config, index, normal, turn));
    normal = rms_norm(b, x, p[at + "post_attention_layernorm.weight"], config.rms_norm_eps);
    x = op::add(b, x, feed_forward(c, config, at + "mlp.", normal));
  }
  return rms_norm(b, x, p["model.norm.weight"], config.rms_norm_eps);
}

std::vector<Parameter> decoder_parameters(const DecoderConfig& config) {
  std::vector<Parameter> all;
  const int64_t h = config.hidden_size, f = config.intermediate_size;
  const int64_t q = config.num_attention_heads * config.head_dim,
                kv = config.num_key_value_heads * config.head_dim;
  const auto matrix = [&](const std::string& name, int64_t out, int64_t in) {
    all.push_back({.name = name, .shape = {out, in}, .deviation = config.initializer_range});
  };
  const auto vector = [&](const std::string& name, int64_t size, Parameter::Initial initial) {
    all.push_back({.name = name, .shape = {size}, .initial = initial, .decays = false});
  };
  const auto dense = [&](const std::string& name, int64_t out, int64_t in, bool has_bias) {
    matrix(name + ".weight", out, in);
    if (has_bias) vector(name + ".bias", out, Parameter::Initial::zeros);
  };
  matrix("model.embed_tokens.weight", config.vocab_size, h);
  for (int64_t index = 0; index < config.num_hidden_layers; index++) {
    const std::string at = decoder_layer(index), self = at + "self_attn.", mlp = at + "mlp.";
    dense(self + "q_proj", q, h, config.query_key_value_bias);
    dense(self + "k_proj", kv, h, config.query_key_value_bias);
    dense(self + "v_proj", kv, h, config.query_key_value_bias);
    dense(self + "o_proj", h, q, config.output_bias);
    if (config.head_norms)
      for (const char* part : {"q_norm.weight", "k_norm.weight"})
        vector(self + part, config.head_dim, Parameter::Initial::ones);
    dense(mlp + "gate_proj", f, h, config.mlp_bias);
    dense(mlp + "up_proj", f, h, config.mlp_bias);
    dense(mlp + "down_proj", h, f, config.mlp_bias);
    vector(at + "input_layernorm.weight", h, Parameter::Initial::ones);
    vector(at + "post_attention_layernorm.weight", h, Parameter::Initial::ones);
  }
  vector("model.norm.weight", h, Parameter::Initial::ones);
  if (config.tie_word_embeddings)
    all.front().copies = {"lm_head.weight"};
  else
    matrix("lm_head.weight", config.vocab_size, h);
  return all;
}

}  // namespace

Model decoder_model(const DecoderConfig& config, std::string architecture) {
  Model model;
  model.architecture = std::move(architecture);
  model.vocabulary_size = config.vocab_size;
  model.hidden_size = config.hidden_size;
  model.layers = config.num_hidden_layers;
  model.positions = config.max_position_embeddings;
  model.window = config.window;
  model.token_types = std::numeric_limits<int32_t>::max();  // it does not look at them
  model.key_value_heads = config.num_key_value_heads;
  model.head_dim = config.head_dim;
  model.dropout_sites = config.attention_dropout > 0 ? config.num_hidden_layers : 0;
  model.initializer_range = config.initializer_range;
  model.parameters = decoder_parameters(config);
  model.hidden_states = [config](Builder& b, const ParameterValues& parameters,
                                 const TokenValues& tokens, const ForwardOptions& options) {
    return decoder_hidden({b, parameters, tokens, options}, config);
  };
  const std::string head =
      config.tie_word_embeddings ? "model.embed_tokens.weight" : "lm_head.weight";
  model.next_token_weight = head;
  return model;
}

Model llama_model(const Json& json, std::string_view where) {
  DecoderConfig config = decoder_config(json, where);
  config.query_key_value_bias = config.output_bias =
      format::json_bool(json, "attention_bias", where, false);
  config.mlp_bias = format::json_bool(json, "mlp_bias", where, false);
  return decoder_model(config, "Llama");
}

Model mistral_model(const Json& json, std::string_view where) {
  return decoder_model(decoder_config(json, where), "Mistral");
}

Model qwen2_model(const Json& json, std::string_view where) {
  DecoderConfig config = decoder_config(json, where);
  config.query_key_value_bias = true;
  return decoder_model(config, "Qwen2");
}

Model qwen3_model(const Json& json, std::string_view where) {
  DecoderConfig config = decoder_config(json, where);
  config.query_key_value_bias = config.output_bias =
      format::json_bool(json, "attention_bias", where, false);
  config.head_norms = true;
  return decoder_model(config, "Qwen3");
}

}  // namespace tutti::model
