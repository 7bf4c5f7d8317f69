// SPDX-License-Identifier: Apache-2.0
#include "model/roberta.h"

#include <nlohmann/json.hpp>

namespace tutti::model {
namespace {

/// All families of this form have RoBERTa's names in their files.
const EncoderForm kRoberta = {.prefix = "roberta.", .skips_padding = true};

Model roberta_of(const nlohmann::json& json, std::string_view where, std::string architecture) {
  const EncoderConfig config = roberta_config(json, where);
  Model model = encoder_model(config, kRoberta, std::move(architecture));
  add_classifier(model, config, "tanh");
  add_word_head(model, config, kRoberta,
                {"lm_head.dense", "lm_head.layer_norm", "lm_head.decoder", "lm_head.bias"}, "gelu");
  return model;
}

}  // namespace

EncoderConfig roberta_config(const nlohmann::json& json, std::string_view where) {
  EncoderConfig config = encoder_config(json, where, /*padding=*/1);
  if (!config.pad_token_id)
    user_error("{}: pad_token_id is null, expected an id: positions are counted from it", where);
  if (config.max_position_embeddings <= *config.pad_token_id + 1)
    user_error(
        "{}: max_position_embeddings is {}, expected more than {}: positions begin at {}, "
        "after pad_token_id",
        where, config.max_position_embeddings, *config.pad_token_id + 1, *config.pad_token_id + 1);
  return config;
}

Model roberta_model(const nlohmann::json& config, std::string_view where) {
  return roberta_of(config, where, "Roberta");
}

Model xlm_roberta_model(const nlohmann::json& config, std::string_view where) {
  return roberta_of(config, where, "XLMRoberta");
}

Model camembert_model(const nlohmann::json& config, std::string_view where) {
  return roberta_of(config, where, "Camembert");
}

}  // namespace tutti::model
