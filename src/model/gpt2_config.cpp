// SPDX-License-Identifier: Apache-2.0
// The config.json of GPT-2.
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "format/json.h"
#include "model/config_members.h"
#include "model/gpt2.h"

namespace tutti::model {
namespace {

std::string gpt2_approximation(const nlohmann::json& config, std::string_view where) {
  const std::string name = format::json_string(config, "activation_function", where, "gelu_new");
  if (name == "gelu") return "none";
  if (name != "gelu_new" && name != "gelu_pytorch_tanh")
    user_error("{}: activation_function is \"{}\", expected gelu_new, gelu_pytorch_tanh or gelu",
               where, escaped(name));
  return "tanh";
}

}  // namespace

Gpt2Config gpt2_config(const nlohmann::json& json, std::string_view where) {
  refuse_members(json, where, {"num_experts", "num_local_experts"});
  for (const char* key : {"add_cross_attention", "scale_attn_by_inverse_layer_idx"})
    if (format::json_bool(json, key, where, false))
      user_error("{}: {} is true, expected false: Tutti does not implement it", where, key);
  if (!format::json_bool(json, "scale_attn_weights", where, true))
    user_error("{}: scale_attn_weights is false, expected true: Tutti does not implement it",
               where);
  constexpr int64_t kMost = int64_t{1} << 24;
  Gpt2Config config;
  config.vocab_size = config_size(json, "vocab_size", where, kMost, 50257);
  config.hidden_size = config_size(json, EitherName{"n_embd", "hidden_size"}, where, 1 << 16);
  config.num_hidden_layers =
      config_size(json, EitherName{"n_layer", "num_hidden_layers"}, where, 1000);
  config.num_attention_heads =
      config_size(json, EitherName{"n_head", "num_attention_heads"}, where, config.hidden_size);
  config.intermediate_size = config_size(json, "n_inner", where, 1 << 18, 4 * config.hidden_size);
  config.max_position_embeddings =
      config_size(json, EitherName{"n_positions", "max_position_embeddings"}, where, kMost, 1024);
  config.approximation = gpt2_approximation(json, where);
  config.embedding_dropout = config_rate(json, "embd_pdrop", where, 0.1);
  config.attention_dropout = config_rate(json, "attn_pdrop", where, 0.1);
  config.residual_dropout = config_rate(json, "resid_pdrop", where, 0.1);
  config.layer_norm_eps = format::json_double(json, "layer_norm_epsilon", where, 1e-5);
  config.initializer_range = format::json_double(json, "initializer_range", where, 0.02);
  config.tie_word_embeddings = format::json_bool(json, "tie_word_embeddings", where, true);
  if (config.hidden_size % config.num_attention_heads)
    user_error("{}: n_embd {} is not a multiple of n_head {}", where, config.hidden_size,
               config.num_attention_heads);
  if (!(config.layer_norm_eps > 0))
    user_error("{}: layer_norm_epsilon is {}, expected a positive number", where,
               config.layer_norm_eps);
  return config;
}

}  // namespace tutti::model
