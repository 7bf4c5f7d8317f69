// SPDX-License-Identifier: Apache-2.0
#include "model/decoder.h"

#include <limits>

#include "model/blocks/cached_attention.h"
#include "model/blocks/transformer.h"
#include "op/emit.h"

namespace tutti::model {
namespace {

using ir::Builder;
using ir::Value;

/// The norm of that name.
Value decoder_norm(const LayerContext& c, const DecoderConfig& config, const std::string& name,
                   Value x) {
  Value gamma = c.p[name + ".weight"];
  if (config.norms_add_one) gamma = op::shift(c.b, gamma, 1);
  return c.b.create("tutti.rms_norm", {x, gamma},
                    ir::attributes({{"epsilon", ir::f64_attribute(config.rms_norm_eps)}}))[0];
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
  return decoder_norm(c, config, at + part + "_norm", split);
}

/// What layers rotate by.
struct Rotations {
  Rotation rotary, local_rotary;

  Value apply(const LayerContext& c, const DecoderLayer& layer, Value x) const {
    using Positions = DecoderLayer::Positions;
    if (layer.positions == Positions::none) return x;
    return rotate(c.b, x, layer.positions == Positions::rotary ? rotary : local_rotary);
  }
};

Rotations rotations_of(const LayerContext& c, const DecoderConfig& config) {
  const auto of = [&](const Rotary& rotary) {
    return rotation(c.b, rotary, config.head_dim, c.tokens.position, c.options.element);
  };
  Rotations rotations{of(config.rotary), {}};
  for (const DecoderLayer& layer : config.layers)
    if (layer.positions == DecoderLayer::Positions::local_rotary && !rotations.local_rotary.sine)
      rotations.local_rotary = of(config.local_rotary);
  return rotations;
}

Value decoder_attention(const LayerContext& c, const DecoderConfig& config, int64_t index, Value x,
                        const Rotations& rotations) {
  Builder::Scope scope(c.b, "attention");
  const std::string at = decoder_layer_name(index) + "self_attn.";
  const DecoderLayer& layer = config.layers[static_cast<size_t>(index)];
  const int64_t kv = config.num_key_value_heads, heads = config.num_attention_heads;
  Value q = rotations.apply(c, layer, heads_of(c, config, at, "q", x, heads)),
        k = rotations.apply(c, layer, heads_of(c, config, at, "k", x, kv)),
        v = heads_of(c, config, at, "v", x, kv);
  Value context = attend(c, {q, k, v}, index, {config.attention_dropout, index},
                         {config.attention_scale, layer.window});
  return project(c, at + "o_proj", context, config.output_bias);
}

Value feed_forward(const LayerContext& c, const DecoderConfig& config, const std::string& at,
                   Value x) {
  Builder::Scope scope(c.b, "feed_forward");
  Value gate = project(c, at + "gate_proj", x, config.mlp_bias),
        up = project(c, at + "up_proj", x, config.mlp_bias);
  ir::Attributes attributes;
  if (config.activation != "silu")
    attributes.set("activation", ir::string_attribute(config.activation));
  Value active = c.b.create("tutti.swiglu", {gate, up}, attributes)[0];
  return project(c, at + "down_proj", active, config.mlp_bias);
}

/// A layer. Where its outputs are normalised, post_attention_layernorm is the norm of attention's.
Value decoder_layer(const LayerContext& c, const DecoderConfig& config, int64_t index, Value x,
                    const Rotations& rotations) {
  const std::string at = decoder_layer_name(index);
  const auto norm = [&](const char* name, Value y) {
    return decoder_norm(c, config, at + name, y);
  };
  Value attended = decoder_attention(c, config, index, norm("input_layernorm", x), rotations);
  if (config.output_norms) attended = norm("post_attention_layernorm", attended);
  x = op::add(c.b, x, attended);
  const char* before =
      config.output_norms ? "pre_feedforward_layernorm" : "post_attention_layernorm";
  Value fed = feed_forward(c, config, at + "mlp.", norm(before, x));
  if (config.output_norms) fed = norm("post_feedforward_layernorm", fed);
  return op::add(c.b, x, fed);
}

Value decoder_hidden(const LayerContext& c, const DecoderConfig& config) {
  const auto& [b, p, tokens, options] = c;
  Value x = embedding(b, p["model.embed_tokens.weight"], tokens.ids, options.element,
                      config.pad_token_id.value_or(-1));
  if (config.embedding_scale != 1) x = op::scale(b, x, config.embedding_scale);
  const Rotations rotations = rotations_of(c, config);
  for (int64_t index = 0; index < config.num_hidden_layers; index++) {
    Builder::Scope scope(b, fmt::format("layers.{}", index));
    x = decoder_layer(c, config, index, x, rotations);
  }
  return decoder_norm(c, config, "model.norm", x);
}

}  // namespace

std::string decoder_layer_name(int64_t index) {
  return fmt::format("model.layers.{}.", index);
}

Model decoder_model(const DecoderConfig& config, std::string architecture) {
  Model model;
  model.architecture = std::move(architecture);
  model.vocabulary_size = config.vocab_size;
  model.hidden_size = config.hidden_size;
  model.layers = config.num_hidden_layers;
  model.positions = config.max_position_embeddings;
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

}  // namespace tutti::model
