// SPDX-License-Identifier: Apache-2.0
#include "model/electra.h"

#include <nlohmann/json.hpp>

#include "model/config_members.h"

namespace tutti::model {

EncoderConfig electra_config(const nlohmann::json& json, std::string_view where) {
  EncoderConfig config = encoder_config(json, where);
  config.embedding_size = config_size(json, "embedding_size", where, 1 << 16, 128);
  return config;
}

Model electra_model(const nlohmann::json& json, std::string_view where) {
  const EncoderConfig config = electra_config(json, where);
  const EncoderForm form = {.prefix = "electra."};
  Model model = encoder_model(config, form, "Electra");
  add_classifier(model, config, "gelu");
  add_word_head(model, config, form,
                {"generator_predictions.dense", "generator_predictions.LayerNorm",
                 "generator_lm_head", "generator_lm_head.bias"},
                "gelu");
  return model;
}

}  // namespace tutti::model
