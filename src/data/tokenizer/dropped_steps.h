// SPDX-License-Identifier: Apache-2.0
// Steps of a tokenizer.json that a class of transformers would drop.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "data/tokenizer/class_rules.h"

namespace tutti::data {

/// Puts the normalizer and the pre-tokenizer of `file` back into what the class has made of it,
/// with those steps that both have as the class makes them, where the class would drop a step:
/// models are trained with all steps, such as SmolLM2's single digits. Gives the type of such a
/// step, and an empty text if there is none.
std::string keep_dropped_steps(const nlohmann::json& file, const ClassRules& rules,
                               nlohmann::json& made);

}  // namespace tutti::data
