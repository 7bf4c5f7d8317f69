// SPDX-License-Identifier: Apache-2.0
// DistilBERT (Sanh et al., arXiv:1910.01108), as Hugging Face's DistilBertModel computes it, with
// its heads' layers apart.
#pragma once

#include "model/blocks/encoder.h"

namespace tutti::model {

/// Reads a config.json; errors name `where` and the key. The rate of classifiers' dropout is
/// seq_classif_dropout.
EncoderConfig distilbert_config(const nlohmann::json& config, std::string_view where);

/// The model of models.def, opened by open_model().
Model distilbert_model(const nlohmann::json& config, std::string_view where);

}  // namespace tutti::model
