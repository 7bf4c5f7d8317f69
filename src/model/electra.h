// SPDX-License-Identifier: Apache-2.0
// ELECTRA's discriminator (Clark et al., arXiv:2003.10555), as Hugging Face's ElectraModel computes
// it.
#pragma once

#include "model/blocks/encoder.h"

namespace tutti::model {

/// Reads a config.json; errors name `where` and the key.
EncoderConfig electra_config(const nlohmann::json& config, std::string_view where);

/// The model of models.def, opened by open_model().
Model electra_model(const nlohmann::json& config, std::string_view where);

}  // namespace tutti::model
