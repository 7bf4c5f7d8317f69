// SPDX-License-Identifier: Apache-2.0
// RoBERTa (Liu et al., arXiv:1907.11692) and the models of its form: XLM-RoBERTa and CamemBERT.
#pragma once

#include "model/blocks/encoder.h"

namespace tutti::model {

/// Reads a config.json; errors name `where` and the key.
EncoderConfig roberta_config(const nlohmann::json& config, std::string_view where);

/// The models of models.def, opened by open_model().
Model roberta_model(const nlohmann::json& config, std::string_view where);
Model xlm_roberta_model(const nlohmann::json& config, std::string_view where);
Model camembert_model(const nlohmann::json& config, std::string_view where);

}  // namespace tutti::model
