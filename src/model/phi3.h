// SPDX-License-Identifier: Apache-2.0
// Phi-3, Phi-3.5 and Phi-4-mini (Abdin et al., arXiv:2404.14219): fused projections, and rotations
// of a part of a head that long texts stretch.
#pragma once

#include "model/decoder_family.h"

namespace tutti::model {

void add_phi3(DecoderConfig& config, const nlohmann::json& json, std::string_view where);

inline constexpr DecoderFamily kPhi3 = {.type = "phi3",
                                        .architecture = "Phi3",
                                        .positions = 4096,
                                        .epsilon = 1e-5,
                                        .rotates_partly = true,
                                        .padding = 32000,
                                        .add = add_phi3};

}  // namespace tutti::model
