// SPDX-License-Identifier: Apache-2.0
// The config.json of decoders.
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "format/json.h"
#include "model/config_members.h"
#include "model/decoder.h"

namespace tutti::model {
namespace {

using Json = nlohmann::json;

/// Members that change what the model computes and are not implemented.
void refuse_unknown(const Json& config, std::string_view where) {
  refuse_unimplemented(config, where);
  const std::string act = format::json_string(config, "hidden_act", where, "silu");
  if (act != "silu") user_error("{}: hidden_act is \"{}\", expected silu", where, escaped(act));
}

/// A window matters where it is shorter than the texts, and where Qwen2 does not switch it off.
void refuse_window(const Json& config, std::string_view where, int64_t positions) {
  const auto window = config.find("sliding_window");
  if (window == config.end() || window->is_null()) return;
  if (!format::json_bool(config, "use_sliding_window", where, true)) return;
  if (format::json_int(config, "sliding_window", where) < positions)
    user_error("{}: sliding_window is {}, expected null: Tutti implements full attention", where,
               window->dump());
}

Rotary rotary_of(const Json& config, std::string_view where) {
  // transformers 5 writes rope_parameters, 4 rope_theta beside rope_scaling.
  const bool is_new = config.contains("rope_parameters") && config["rope_parameters"].is_object();
  const bool has_scaling = config.contains("rope_scaling") && config["rope_scaling"].is_object();
  const Json scaling = is_new        ? config["rope_parameters"]
                       : has_scaling ? config["rope_scaling"]
                                     : Json::object();
  Rotary rotary;
  rotary.theta = format::json_double(is_new ? scaling : config, "rope_theta", where, 10000.0);
  const std::string type = format::json_string(
      scaling, scaling.contains("rope_type") ? "rope_type" : "type", where, "default");
  if (type == "default") return rotary;
  if (type != "linear" && type != "llama3")
    user_error("{}: rope_type is \"{}\", expected default, linear or llama3", where, escaped(type));
  rotary.kind = type == "linear" ? Rotary::Kind::linear : Rotary::Kind::llama3;
  rotary.factor = format::json_double(scaling, "factor", where);
  if (!(rotary.factor > 0)) user_error("{}: factor is {}, expected above 0", where, rotary.factor);
  if (type == "linear") return rotary;
  rotary.low_frequency_factor = format::json_double(scaling, "low_freq_factor", where);
  rotary.high_frequency_factor = format::json_double(scaling, "high_freq_factor", where);
  rotary.original_positions =
      format::json_double(scaling, "original_max_position_embeddings", where);
  if (!(rotary.high_frequency_factor > rotary.low_frequency_factor))
    user_error("{}: high_freq_factor is {}, expected above low_freq_factor {}", where,
               rotary.high_frequency_factor, rotary.low_frequency_factor);
  return rotary;
}

}  // namespace

DecoderConfig decoder_config(const Json& json, std::string_view where) {
  refuse_unknown(json, where);
  constexpr int64_t kMost = int64_t{1} << 24;
  DecoderConfig config;
  config.vocab_size = config_size(json, "vocab_size", where, kMost);
  config.hidden_size = config_size(json, "hidden_size", where, 1 << 16);
  config.num_hidden_layers = config_size(json, "num_hidden_layers", where, 1000);
  config.num_attention_heads = config_size(json, "num_attention_heads", where, 1 << 12);
  config.num_key_value_heads = config_size(json, "num_key_value_heads", where,
                                           config.num_attention_heads, config.num_attention_heads);
  config.head_dim =
      config_size(json, "head_dim", where, 1 << 12,
                  std::max<int64_t>(1, config.hidden_size / config.num_attention_heads));
  config.intermediate_size = config_size(json, "intermediate_size", where, 1 << 18);
  config.max_position_embeddings = config_size(json, "max_position_embeddings", where, kMost, 2048);
  config.rms_norm_eps = format::json_double(json, "rms_norm_eps", where, 1e-6);
  config.attention_dropout = config_rate(json, "attention_dropout", where, 0);
  config.initializer_range = format::json_double(json, "initializer_range", where, 0.02);
  config.tie_word_embeddings = format::json_bool(json, "tie_word_embeddings", where, false);
  config.rotary = rotary_of(json, where);
  refuse_window(json, where, config.max_position_embeddings);
  if (config.num_attention_heads % config.num_key_value_heads)
    user_error("{}: num_attention_heads {} is not a multiple of num_key_value_heads {}", where,
               config.num_attention_heads, config.num_key_value_heads);
  if (config.head_dim % 2)
    user_error("{}: head_dim is {}, expected an even number", where, config.head_dim);
  if (!(config.rms_norm_eps > 0))
    user_error("{}: rms_norm_eps is {}, expected a positive number", where, config.rms_norm_eps);
  return config;
}

}  // namespace tutti::model
