// SPDX-License-Identifier: Apache-2.0
// Decoders whose feed forwards are mixtures of experts: Qwen3-MoE (Yang et al., arXiv:2505.09388)
// and OLMoE (Muennighoff et al., arXiv:2409.02060).
#pragma once

#include "model/decoder_family.h"

namespace tutti::model {

void add_qwen3_moe(DecoderConfig& config, const nlohmann::json& json, std::string_view where);
void add_olmoe(DecoderConfig& config, const nlohmann::json& json, std::string_view where);

inline constexpr DecoderFamily kQwen3Moe = {.type = "qwen3_moe",
                                            .architecture = "Qwen3Moe",
                                            .positions = 32768,
                                            .key_value_heads = 4,
                                            .head_dim = 128,
                                            .window_is_switched = true,
                                            .has_experts = true,
                                            .add = add_qwen3_moe};

inline constexpr DecoderFamily kOlmoe = {.type = "olmoe",
                                         .architecture = "Olmoe",
                                         .positions = 4096,
                                         .epsilon = 1e-5,
                                         .padding = 1,
                                         .has_experts = true,
                                         .add = add_olmoe};

}  // namespace tutti::model
