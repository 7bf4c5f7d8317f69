// SPDX-License-Identifier: Apache-2.0
// Llama 3's rotation in GGUF files, which have its factors rather than the parameters that they are
// made of.
#pragma once

#include <span>
#include <vector>

#include "model/blocks/rotary.h"

namespace tutti::model {

/// By what the rotation of each pair of a head is slower than without stretching, [head_dim / 2].
/// `rotary` has the kind llama3.
std::vector<float> rotary_factors(const Rotary& rotary, int64_t head_dim);

/// The parameters with which those factors are made, from theta and factors [head_dim / 2]. Throws
/// UserError, beginning with `where`, where none make them.
Rotary rotary_of_factors(std::span<const float> factors, double theta, std::string_view where);

}  // namespace tutti::model
