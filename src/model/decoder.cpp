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

/// The parts of x [rows, length, all] that have these widths.
std::vector<Value> parts_of(const LayerContext& c, Value x, const std::vector<int64_t>& widths) {
  std::vector<Value> parts;
  std::vector<int64_t> from = {0, 0, 0}, to = x->type.shape;
  for (const int64_t width : widths) {
    to[2] = from[2] + width;
    parts.push_back(op::slice(c.b, x, from, to));
    from[2] = to[2];
  }
  return parts;
}

/// What `names` are projected to, of these widths; `fused` is the matrix of all, which some have.
std::vector<Value> projections(const LayerContext& c, const DecoderConfig& config, Value x,
                               const std::vector<std::string>& names,
                               const std::vector<int64_t>& widths, const std::string& fused,
                               bool has_bias) {
  if (config.fuses_projections) return parts_of(c, project(c, fused, x, has_bias), widths);
  std::vector<Value> all;
  for (const std::string& name : names) all.push_back(project(c, name, x, has_bias));
  return all;
}

/// A projection as heads: [rows, length, heads, head_dim], normalised where there is such a norm.
Value heads_of(const LayerContext& c, const DecoderConfig& config, const std::string& norm, Value x,
               int64_t heads) {
  if (config.projection_norms && !norm.empty()) x = decoder_norm(c, config, norm, x);
  if (config.clip) {
    x = op::minimum(c.b, x, op::constant_like(c.b, x, *config.clip));
    x = op::maximum(c.b, x, op::constant_like(c.b, x, -*config.clip));
  }
  Value split = op::reshape(c.b, x, {x->type.dim(0), x->type.dim(1), heads, config.head_dim});
  if (!config.head_norms || norm.empty()) return split;
  return decoder_norm(c, config, norm, split);
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
  const int64_t kv = config.num_key_value_heads, heads = config.num_attention_heads,
                dim = config.head_dim;
  const auto all =
      projections(c, config, x, {at + "q_proj", at + "k_proj", at + "v_proj"},
                  {heads * dim, kv * dim, kv * dim}, at + "qkv_proj", config.query_key_value_bias);
  Value q = rotations.apply(c, layer, heads_of(c, config, at + "q_norm", all[0], heads)),
        k = rotations.apply(c, layer, heads_of(c, config, at + "k_norm", all[1], kv)),
        v = heads_of(c, config, "", all[2], kv);
  Value context = attend(c, {q, k, v}, index, {config.attention_dropout, index},
                         {config.attention_scale, layer.window});
  return project(c, at + "o_proj", context, config.output_bias);
}

Value feed_forward(const LayerContext& c, const DecoderConfig& config, const std::string& at,
                   Value x) {
  Builder::Scope scope(c.b, "feed_forward");
  const int64_t width = config.intermediate_size;
  const auto all = projections(c, config, x, {at + "gate_proj", at + "up_proj"}, {width, width},
                               at + "gate_up_proj", config.mlp_bias);
  ir::Attributes attributes;
  if (config.activation != "silu")
    attributes.set("activation", ir::string_attribute(config.activation));
  Value active = c.b.create("tutti.swiglu", all, attributes)[0];
  return project(c, at + "down_proj", active, config.mlp_bias);
}

/// The weights of all experts of a layer: [experts, out, in].
Value stacked(const LayerContext& c, const DecoderConfig& config, const std::string& at,
              const char* part) {
  std::vector<Value> all;
  for (int64_t e = 0; e < config.experts.experts; e++) {
    Value weight = c.p[fmt::format("{}experts.{}.{}.weight", at, e, part)];
    all.push_back(op::reshape(c.b, weight, {1, weight->type.dim(0), weight->type.dim(1)}));
  }
  return op::concatenate(c.b, all, 0);
}

Value expert_feed_forward(const LayerContext& c, const DecoderConfig& config, const std::string& at,
                          Value x, std::vector<Routing>& routings) {
  Builder::Scope scope(c.b, "experts");
  const ir::Shape& shape = x->type.shape;
  Value flat = op::reshape(c.b, x, {shape[0] * shape[1], shape[2]});
  Value logits = gate_logits(c.b, c.p[at + "gate.weight"], flat), segment = c.tokens.segment;
  Value counts = op::convert(c.b, op::compare(c.b, "GT", segment, op::zeros_like(c.b, segment)),
                             logits->type.element);
  routings.push_back(
      route(c.b, config.experts, logits, op::reshape(c.b, counts, {shape[0] * shape[1]})));
  const GatedExperts weights = {stacked(c, config, at, "gate_proj"),
                                stacked(c, config, at, "up_proj"),
                                stacked(c, config, at, "down_proj")};
  return op::reshape(c.b, gated_experts(c.b, routings.back(), weights, flat), shape);
}

/// Adds how unevenly experts are used: E sum_e f_e P_e, each a mean over the tokens of all layers.
void add_router_loss(const LayerContext& c, const DecoderConfig& config,
                     const std::vector<Routing>& routings) {
  if (!c.options.own_losses || config.router_loss == 0 || routings.empty()) return;
  Value uses = nullptr, shares = nullptr;
  for (const Routing& routing : routings) {
    uses = uses ? op::add(c.b, uses, routing.uses) : routing.uses;
    shares = shares ? op::add(c.b, shares, routing.shares) : routing.shares;
  }
  const auto layers = static_cast<double>(routings.size());
  const double factor =
      config.router_loss * static_cast<double>(config.experts.experts) / (layers * layers);
  Value sum = op::reduce_sum(c.b, op::multiply(c.b, uses, shares), {0});
  c.options.own_losses->push_back(op::scale(c.b, sum, factor));
}

/// A layer. Where its outputs are normalised, post_attention_layernorm is the norm of attention's.
Value decoder_layer(const LayerContext& c, const DecoderConfig& config, int64_t index, Value x,
                    const Rotations& rotations, std::vector<Routing>& routings) {
  const std::string at = decoder_layer_name(index);
  const auto norm = [&](const char* name, Value y) {
    return decoder_norm(c, config, at + name, y);
  };
  Value attended = decoder_attention(c, config, index, norm("input_layernorm", x), rotations);
  if (config.output_norms) attended = norm("post_attention_layernorm", attended);
  x = op::add(c.b, x, attended);
  const char* before =
      config.output_norms ? "pre_feedforward_layernorm" : "post_attention_layernorm";
  Value normal = norm(before, x);
  Value fed = config.layers[static_cast<size_t>(index)].has_experts
                  ? expert_feed_forward(c, config, at + "mlp.", normal, routings)
                  : feed_forward(c, config, at + "mlp.", normal);
  if (config.output_norms) fed = norm("post_feedforward_layernorm", fed);
  return op::add(c.b, x, fed);
}

Value decoder_hidden(const LayerContext& c, const DecoderConfig& config) {
  const auto& [b, p, tokens, options] = c;
  Value x = embedding(b, p["model.embed_tokens.weight"], tokens.ids, options.element,
                      config.pad_token_id.value_or(-1));
  if (config.embedding_scale != 1) x = op::scale(b, x, config.embedding_scale);
  const Rotations rotations = rotations_of(c, config);
  std::vector<Routing> routings;
  for (int64_t index = 0; index < config.num_hidden_layers; index++) {
    Builder::Scope scope(b, fmt::format("layers.{}", index));
    x = decoder_layer(c, config, index, x, rotations, routings);
  }
  add_router_loss(c, config, routings);
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
  if (config.rotary.kind == Rotary::Kind::longrope)
    model.generated_positions = static_cast<int64_t>(config.rotary.original_positions);
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
