// SPDX-License-Identifier: Apache-2.0
// SmolLM3 (Hugging Face, 2025): Llama's layers, but every fourth layer does not rotate.
#pragma once

#include "model/decoder_family.h"

namespace tutti::model {

void add_smollm3(DecoderConfig& config, const nlohmann::json& json, std::string_view where);

inline constexpr DecoderFamily kSmolLm3 = {.type = "smollm3",
                                           .architecture = "SmolLM3",
                                           .positions = 32768,
                                           .key_value_heads = 4,
                                           .window_is_switched = true,
                                           .theta = 2000000,
                                           .ties = true,
                                           .padding = 128004,
                                           .add = add_smollm3};

}  // namespace tutti::model
