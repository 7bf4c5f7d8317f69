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
  Model model = encoder_model(config, {.prefix = "electra."}, "Electra");
  add_classifier(model, config, "gelu");
  return model;
}

}  // namespace tutti::model
