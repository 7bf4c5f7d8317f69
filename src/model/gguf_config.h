// SPDX-License-Identifier: Apache-2.0
// The keys of a GGUF file as a config.json, and the other way round.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "format/gguf.h"
#include "model/gguf_names.h"

namespace tutti::model {

/// What transformers would have as config.json. A key of the architecture that Tutti does not know
/// is a UserError that names it, because it may change what the model computes.
nlohmann::ordered_json gguf_config(const format::GgufFile& file);

/// The keys of an architecture for a config.json, as llama.cpp's converter writes them.
format::GgufKeys gguf_config_keys(GgufArchitecture architecture, const nlohmann::json& config,
                                  std::string_view where);

/// The factors of Llama 3's rotation, [head_dim / 2]; empty if the config has none. Other
/// architectures than Llama's have no tensor for them: a UserError.
std::vector<float> gguf_rotary_factors(GgufArchitecture architecture, const nlohmann::json& config,
                                       std::string_view where);

}  // namespace tutti::model
