// SPDX-License-Identifier: Apache-2.0
// ALBERT (Lan et al., arXiv:1909.11942): all layers of a group share their parameters, and narrow
// embeddings are projected to the hidden size.
#pragma once

#include "model/blocks/encoder.h"

namespace tutti::model {

EncoderConfig albert_config(const nlohmann::json& config, std::string_view where);

/// The model of models.def, opened by open_model().
Model albert_model(const nlohmann::json& config, std::string_view where);

}  // namespace tutti::model
