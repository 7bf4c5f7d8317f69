// SPDX-License-Identifier: Apache-2.0
#include "model/moe_decoders.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "format/json.h"
#include "model/config_members.h"

namespace tutti::model {
namespace {

using Json = nlohmann::json;

/// Reads the members that both families have. `experts` and `loss`: what a file has that leaves
/// them out.
void add_experts(DecoderConfig& config, const Json& json, std::string_view where, int64_t experts,
                 double loss) {
  add_attention_bias(config, json, where);
  config.experts.experts =
      config_size(json, EitherName{"num_experts", "num_local_experts"}, where, 1 << 10, experts);
  config.experts.chosen =
      config_size(json, "num_experts_per_tok", where, config.experts.experts, 8);
  config.experts.normalises = format::json_bool(json, "norm_topk_prob", where, false);
  const double factor = format::json_double(json, "router_aux_loss_coef", where, loss);
  if (format::json_bool(json, "output_router_logits", where, false)) config.router_loss = factor;
}

/// The layers that have one feed forward, by their numbers.
std::vector<int64_t> dense_layers(const Json& json, std::string_view where) {
  std::vector<int64_t> layers;
  if (!is_given(json, "mlp_only_layers")) return layers;
  const Json& list = json["mlp_only_layers"];
  for (const Json& one : list)
    if (one.is_number_integer()) layers.push_back(one.get<int64_t>());
  if (!list.is_array() || layers.size() != list.size())
    user_error("{}: mlp_only_layers is {}, expected a list of numbers of layers", where,
               escaped(list.dump(), 60));
  return layers;
}

}  // namespace

void add_qwen3_moe(DecoderConfig& config, const Json& json, std::string_view where) {
  refuse_members(json, where, {"use_sliding_window"});
  add_experts(config, json, where, 128, 0.001);
  config.head_norms = true;
  config.expert_size = config_size(json, "moe_intermediate_size", where, 1 << 18, 768);
  const int64_t step = config_size(json, "decoder_sparse_step", where, 1000, 1);
  const std::vector<int64_t> dense = dense_layers(json, where);
  for (int64_t i = 0; i < config.num_hidden_layers; i++)
    config.layers[static_cast<size_t>(i)].has_experts =
        (i + 1) % step == 0 && std::find(dense.begin(), dense.end(), i) == dense.end();
}

void add_olmoe(DecoderConfig& config, const Json& json, std::string_view where) {
  add_experts(config, json, where, 64, 0.01);
  config.projection_norms = true;
  config.expert_size = config.intermediate_size;
  for (DecoderLayer& layer : config.layers) layer.has_experts = true;
  if (!is_given(json, "clip_qkv")) return;
  config.clip = format::json_double(json, "clip_qkv", where);
  if (!(*config.clip > 0)) user_error("{}: clip_qkv is {}, expected above 0", where, *config.clip);
}

}  // namespace tutti::model
