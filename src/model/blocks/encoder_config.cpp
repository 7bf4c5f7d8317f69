// SPDX-License-Identifier: Apache-2.0
// The config.json of encoders.
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "format/json.h"
#include "model/blocks/encoder.h"
#include "model/config_members.h"

namespace tutti::model {

void check_encoder(const EncoderConfig& config, std::string_view where, const EncoderKeys& keys) {
  if (config.pad_token_id &&
      (*config.pad_token_id < 0 || *config.pad_token_id >= config.vocab_size))
    user_error("{}: pad_token_id is {}, expected 0 to {}, an id below vocab_size", where,
               *config.pad_token_id, config.vocab_size - 1);
  if (config.hidden_size % config.num_attention_heads)
    user_error("{}: {} {} is not a multiple of {} {}", where, keys.hidden_size, config.hidden_size,
               keys.heads, config.num_attention_heads);
  if (config.hidden_act != "gelu" && config.hidden_act != "gelu_new" && config.hidden_act != "relu")
    user_error("{}: {} is \"{}\", expected gelu, gelu_new or relu", where, keys.activation,
               escaped(config.hidden_act));
  if (!(config.layer_norm_eps > 0))
    user_error("{}: layer_norm_eps is {}, expected a positive number", where,
               config.layer_norm_eps);
}

EncoderConfig encoder_config(const nlohmann::json& json, std::string_view where, int64_t padding) {
  const std::string position =
      format::json_string(json, "position_embedding_type", where, "absolute");
  if (position != "absolute")
    user_error("{}: position_embedding_type is \"{}\", expected \"absolute\"", where,
               escaped(position));
  for (const char* key : {"is_decoder", "add_cross_attention"})
    if (format::json_bool(json, key, where, false))
      user_error("{}: {} is true, expected false: the model is an encoder", where, key);
  constexpr int64_t kMost = int64_t{1} << 24;
  EncoderConfig config;
  config.vocab_size = config_size(json, "vocab_size", where, kMost);
  config.hidden_size = config_size(json, "hidden_size", where, 1 << 16);
  config.num_hidden_layers = config_size(json, "num_hidden_layers", where, 1000);
  config.num_attention_heads = config_size(json, "num_attention_heads", where, config.hidden_size);
  config.intermediate_size = config_size(json, "intermediate_size", where, 1 << 18);
  config.max_position_embeddings = config_size(json, "max_position_embeddings", where, 1 << 16);
  config.type_vocab_size = config_size(json, "type_vocab_size", where, kMost, 2);
  config.pad_token_id = config_id(json, "pad_token_id", where, padding);
  config.hidden_act = format::json_string(json, "hidden_act", where, "gelu");
  config.hidden_dropout_prob = config_rate(json, "hidden_dropout_prob", where, 0.1);
  config.attention_probs_dropout_prob =
      config_rate(json, "attention_probs_dropout_prob", where, 0.1);
  if (const auto rate = json.find("classifier_dropout"); rate != json.end() && !rate->is_null())
    config.classifier_dropout = config_rate(json, "classifier_dropout", where, 0.1);
  config.layer_norm_eps = format::json_double(json, "layer_norm_eps", where, 1e-12);
  config.initializer_range = format::json_double(json, "initializer_range", where, 0.02);
  check_encoder(config, where);
  return config;
}

}  // namespace tutti::model
