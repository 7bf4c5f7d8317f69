// SPDX-License-Identifier: Apache-2.0
#include "model/albert.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "model/config_members.h"

namespace tutti::model {
namespace {

const EncoderForm kAlbert = {.prefix = "albert.",
                             .layers = "encoder.albert_layer_groups.",
                             .query = "attention.query",
                             .key = "attention.key",
                             .value = "attention.value",
                             .attended = "attention.dense",
                             .attended_norm = "attention.LayerNorm",
                             .wide = "ffn",
                             .narrow = "ffn_output",
                             .norm = "full_layer_layer_norm",
                             .projection = "encoder.embedding_hidden_mapping_in",
                             .always_projects = true,
                             .in_layer = "albert_layers.0."};

}  // namespace

EncoderConfig albert_config(const nlohmann::json& json, std::string_view where) {
  nlohmann::json filled = json;  // with what ALBERT has where others have something else
  for (const auto& [key, value] : {std::pair<const char*, nlohmann::json>("hidden_act", "gelu_new"),
                                   {"hidden_dropout_prob", 0.0},
                                   {"attention_probs_dropout_prob", 0.0}})
    if (!filled.contains(key)) filled[key] = value;
  filled["classifier_dropout"] = config_rate(json, "classifier_dropout_prob", where, 0.1);
  EncoderConfig config = encoder_config(filled, where);
  config.embedding_size = config_size(json, "embedding_size", where, 1 << 16, 128);
  config.num_hidden_groups =
      config_size(json, "num_hidden_groups", where, config.num_hidden_layers, 1);
  if (config.num_hidden_layers % config.num_hidden_groups)
    user_error("{}: num_hidden_groups is {}, expected a divisor of num_hidden_layers {}", where,
               config.num_hidden_groups, config.num_hidden_layers);
  if (const int64_t inner = config_size(json, "inner_group_num", where, 1000, 1); inner != 1)
    user_error("{}: inner_group_num is {}, expected 1: Tutti does not implement others", where,
               inner);
  return config;
}

Model albert_model(const nlohmann::json& json, std::string_view where) {
  const EncoderConfig config = albert_config(json, where);
  Model model = encoder_model(config, kAlbert, "Albert");
  model.pooler = dense_pooler(config, "albert.pooler", "pooler", "tanh");
  for (Parameter& parameter : model.pooler.parameters)
    parameter.aliases = encoder_aliases(kAlbert, parameter.name);
  add_word_head(
      model, config, kAlbert,
      {"predictions.dense", "predictions.LayerNorm", "predictions.decoder", "predictions.bias"},
      config.hidden_act);
  return model;
}

}  // namespace tutti::model
