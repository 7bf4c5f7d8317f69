// SPDX-License-Identifier: Apache-2.0
// The config.json of ResNet-BK.
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "format/json.h"
#include "model/config_members.h"
#include "model/resnet_bk.h"

namespace tutti::model {
namespace {

using Json = nlohmann::json;

ExpertsConfig experts_config(const Json& json, std::string_view where) {
  ExpertsConfig experts;
  experts.experts = config_size(json, "num_experts", where, 1 << 10, 4);
  experts.chosen = config_size(json, "num_experts_per_tok", where, experts.experts, 1);
  experts.normalises = format::json_bool(json, "norm_topk_prob", where, experts.chosen > 1);
  const auto factor = json.find("capacity_factor");
  if (factor == json.end() || factor->is_null()) return experts;
  experts.capacity_factor = format::json_double(json, "capacity_factor", where);
  if (!(*experts.capacity_factor > 0 && *experts.capacity_factor <= 1024))
    user_error("{}: capacity_factor is {}, expected null or a number above 0, up to 1024", where,
               *experts.capacity_factor);
  return experts;
}

/// Whether tokens read those before them alone, or those on both sides.
bool reads_one_side(const Json& json, std::string_view where) {
  const std::string sides = format::json_string(json, "bk_sides", where, "causal");
  if (sides != "causal" && sides != "both")
    user_error("{}: bk_sides is \"{}\", expected causal or both", where, escaped(sides));
  return sides == "causal";
}

}  // namespace

ResnetBkConfig resnet_bk_config(const Json& json, std::string_view where) {
  constexpr int64_t kMost = int64_t{1} << 24;
  ResnetBkConfig config;
  config.vocab_size = config_size(json, "vocab_size", where, kMost);
  config.hidden_size = config_size(json, "hidden_size", where, 1 << 16);
  config.num_hidden_layers = config_size(json, "num_hidden_layers", where, 1000);
  config.intermediate_size =
      config_size(json, "intermediate_size", where, 1 << 18, 2 * config.hidden_size);
  config.max_position_embeddings = config_size(json, "max_position_embeddings", where, kMost);
  config.experts = experts_config(json, where);
  config.router_aux_loss_coef = format::json_double(json, "router_aux_loss_coef", where, 0.01);
  config.layer_norm_eps = format::json_double(json, "layer_norm_eps", where, 1e-5);
  if (!(config.layer_norm_eps >= 0))
    user_error("{}: layer_norm_eps is {}, expected at least 0", where, config.layer_norm_eps);
  config.initializer_range = format::json_double(json, "initializer_range", where, 0.02);
  config.tie_word_embeddings = format::json_bool(json, "tie_word_embeddings", where, false);
  config.is_causal = reads_one_side(json, where);
  return config;
}

}  // namespace tutti::model
