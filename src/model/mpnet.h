// SPDX-License-Identifier: Apache-2.0
// MPNet (Song et al., arXiv:2004.09297): post-norm layers without token types, whose scores depend
// on how far a key is from its query.
#pragma once

#include "model/blocks/encoder.h"

namespace tutti::model {

EncoderConfig mpnet_config(const nlohmann::json& config, std::string_view where);

/// The model of models.def, opened by open_model().
Model mpnet_model(const nlohmann::json& config, std::string_view where);

}  // namespace tutti::model
