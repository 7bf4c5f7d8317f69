// SPDX-License-Identifier: Apache-2.0
// Gemma 3's decoders of text (Gemma Team, arXiv:2503.19786): most layers see a window and rotate by
// a base of their own, and what a layer adds is normalised too.
#pragma once

#include "model/decoder_family.h"

namespace tutti::model {

void add_gemma3(DecoderConfig& config, const nlohmann::json& json, std::string_view where);

inline constexpr DecoderFamily kGemma3 = {.type = "gemma3_text",
                                          .architecture = "Gemma3",
                                          .positions = 131072,
                                          .key_value_heads = 4,
                                          .head_dim = 256,
                                          .window = 4096,
                                          .window_pattern = 6,
                                          .theta = 1000000,
                                          .local_theta = 10000,
                                          .ties = true,
                                          .padding = 0,
                                          .activation_key = "hidden_activation",
                                          .activation = "gelu_pytorch_tanh",
                                          .add = add_gemma3};

}  // namespace tutti::model
