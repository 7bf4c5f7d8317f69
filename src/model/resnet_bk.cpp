// SPDX-License-Identifier: Apache-2.0
#include "model/resnet_bk.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "model/blocks/transformer.h"
#include "op/emit.h"

namespace tutti::model {
namespace {

using ir::Builder;
using ir::Value;
using Json = nlohmann::json;

std::string bk_layer(int64_t index) {
  return fmt::format("layers.{}.", index);
}

/// 1 for tokens that belong to a sequence, else 0: of filler and padding nothing is learned.
Value counted_tokens(Builder& b, Value segment, ir::ElementType element) {
  return op::convert(b, op::compare(b, "GT", segment, op::zeros_like(b, segment)), element);
}

/// [rows, length - 1]: 1 between neighbours of one sequence, 0 at the borders of sequences.
Value couplings_of(Builder& b, Value segment, ir::ElementType element) {
  const int64_t rows = segment->type.dim(0), length = segment->type.dim(1);
  Value left = op::slice(b, segment, {0, 0}, {rows, length - 1});
  Value right = op::slice(b, segment, {0, 1}, {rows, length});
  return op::convert(b, op::compare(b, "EQ", left, right), element);
}

/// What the core makes of the potentials v [rows, length]: [Re G, Im G], [rows, length, 2].
Value bk_features(Builder& b, const ResnetBkConfig& config, Value v, Value couplings) {
  Builder::Scope scope(b, "core");
  const auto parts = b.create("tutti.resolvent_diagonal",
                              {op::shift(b, v, -2), couplings, op::constant_like(b, couplings, 1)},
                              ir::attributes({{"causal", config.is_causal},
                                              {"z_imaginary", ir::f64_attribute(1)},
                                              {"z_real", ir::f64_attribute(0)}}));
  ir::Shape column = v->type.shape;
  column.push_back(1);
  return op::concatenate(b, {op::reshape(b, parts[0], column), op::reshape(b, parts[1], column)},
                         2);
}

/// v, [rows, length]. Its gradient ends beyond the bounds.
Value potential(Builder& b, const ParameterValues& p, const std::string& at, Value x) {
  constexpr double kBound = 3;
  Value v = linear(b, x, p[at + "potential.weight"], p[at + "potential.bias"]);
  const ir::Type scalar = v->type.with(ir::Shape());
  v = b.one("stablehlo.clamp",
            {op::constant(b, scalar, -kBound), v, op::constant(b, scalar, kBound)});
  return op::reshape(b, v, {x->type.dim(0), x->type.dim(1)});
}

/// What all layers read besides their input.
struct BkTokens {
  Value counts, couplings;
};

struct BkLayer {
  Value x;        // [rows, length, hidden_size]
  Value balance;  // a scalar
};

BkLayer bk_layer_of(Builder& b, const ResnetBkConfig& config, const ParameterValues& p,
                    const std::string& at, Value x, const BkTokens& tokens) {
  const ir::Shape& shape = x->type.shape;
  Value u =
      layer_norm(b, x, p[at + "LayerNorm.weight"], p[at + "LayerNorm.bias"], config.layer_norm_eps);
  Value flat = op::reshape(b, u, {shape[0] * shape[1], shape[2]});
  const Routing routing = route(b, config.experts, gate_logits(b, p, at + "moe.", flat),
                                op::reshape(b, tokens.counts, {shape[0] * shape[1]}));
  Value f = op::reshape(b, experts(b, routing, p, at + "moe.", flat), shape);
  Value g = bk_features(b, config, potential(b, p, at, f), tokens.couplings);
  Value core = linear(b, g, p[at + "project.weight"], p[at + "project.bias"]);
  Value factor = op::broadcast_in_dim(b, op::reshape(b, p[at + "bk_scale"], {}), shape, {});
  return {op::add(b, op::add(b, x, f), op::multiply(b, factor, core)), routing.balance};
}

/// Adds the mean of the layers' balances, which their routers learn from, to the losses.
void add_router_loss(Builder& b, const ResnetBkConfig& config, Value balance,
                     std::vector<Value>& losses) {
  const double factor = config.router_aux_loss_coef / static_cast<double>(config.num_hidden_layers);
  losses.push_back(op::scale(b, balance, factor));
}

Value bk_hidden(Builder& b, const ResnetBkConfig& config, const ParameterValues& p,
                const TokenValues& tokens, const ForwardOptions& options) {
  Value x =
      op::add(b, embedding(b, p["embeddings.token.weight"], tokens.ids, options.element),
              embedding(b, p["embeddings.position.weight"], tokens.position, options.element));
  const BkTokens shared = {counted_tokens(b, tokens.segment, options.element),
                           couplings_of(b, tokens.segment, options.element)};
  Value balance = nullptr;
  for (int64_t index = 0; index < config.num_hidden_layers; index++) {
    Builder::Scope scope(b, fmt::format("layers.{}", index));
    const BkLayer layer = bk_layer_of(b, config, p, bk_layer(index), x, shared);
    x = layer.x;
    balance = balance ? op::add(b, balance, layer.balance) : layer.balance;
  }
  if (options.own_losses && config.router_aux_loss_coef != 0)
    add_router_loss(b, config, balance, *options.own_losses);
  return layer_norm(b, x, p["LayerNorm.weight"], p["LayerNorm.bias"], config.layer_norm_eps);
}

std::vector<Parameter> bk_parameters(const ResnetBkConfig& config) {
  std::vector<Parameter> all;
  const int64_t h = config.hidden_size;
  const auto matrix = [&](const std::string& name, int64_t out, int64_t in) {
    all.push_back({.name = name, .shape = {out, in}, .deviation = config.initializer_range});
  };
  const auto vector = [&](const std::string& name, int64_t size, Parameter::Initial initial) {
    all.push_back({.name = name, .shape = {size}, .initial = initial, .decays = false});
  };
  const auto norm = [&](const std::string& at) {
    vector(at + "LayerNorm.weight", h, Parameter::Initial::ones);
    vector(at + "LayerNorm.bias", h, Parameter::Initial::zeros);
  };
  const auto dense = [&](const std::string& name, int64_t out, int64_t in) {
    matrix(name + ".weight", out, in);
    vector(name + ".bias", out, Parameter::Initial::zeros);
  };
  matrix("embeddings.token.weight", config.vocab_size, h);
  matrix("embeddings.position.weight", config.max_position_embeddings, h);
  for (int64_t index = 0; index < config.num_hidden_layers; index++) {
    const std::string at = bk_layer(index);
    norm(at);
    for (Parameter& parameter : experts_parameters(
             config.experts, at + "moe.", h, config.intermediate_size, config.initializer_range))
      all.push_back(std::move(parameter));
    dense(at + "potential", 1, h);
    dense(at + "project", h, 2);
    all.push_back({.name = at + "bk_scale", .shape = {1}, .initial = Parameter::Initial::ones});
  }
  norm("");
  if (!config.tie_word_embeddings) matrix("head.weight", config.vocab_size, h);
  vector("head.bias", config.vocab_size, Parameter::Initial::zeros);
  return all;
}

}  // namespace

Model resnet_bk_model(const ResnetBkConfig& config) {
  Model model;
  model.architecture = "ResnetBk";
  model.vocabulary_size = config.vocab_size;
  model.hidden_size = config.hidden_size;
  model.layers = config.num_hidden_layers;
  model.positions = config.max_position_embeddings;
  model.token_types = std::numeric_limits<int32_t>::max();  // it does not look at them
  model.initializer_range = config.initializer_range;
  model.sees_later_tokens = !config.is_causal;
  model.parameters = bk_parameters(config);
  model.hidden_states = [config](Builder& b, const ParameterValues& parameters,
                                 const TokenValues& tokens, const ForwardOptions& options) {
    return bk_hidden(b, config, parameters, tokens, options);
  };
  model.next_token_weight = config.tie_word_embeddings ? "embeddings.token.weight" : "head.weight";
  model.next_token_bias = "head.bias";
  return model;
}

Model resnet_bk_model(const Json& json, std::string_view where) {
  return resnet_bk_model(resnet_bk_config(json, where));
}

}  // namespace tutti::model
