// SPDX-License-Identifier: Apache-2.0
// How a text is continued: what a user says, or else a model's generation_config.json.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "data/tokenizer/tokenizer.h"
#include "task/causal/sampling.h"

namespace tutti::generate {

struct Settings {
  task::SamplingSettings sampling;
  int64_t max_new_tokens = 256;
  std::vector<int32_t> stop_ids;          // tokens that end a text and are not part of it
  std::vector<std::string> stop_strings;  // the same for strings, wherever tokens begin and end
  uint64_t seed = 42;
};

/// The settings of a model's folder: generation_config.json, and where it does not say which tokens
/// end a text, config.json, or else the tokenizer's. What changes the text and is not implemented
/// (beams, penalties of other kinds) is a UserError that names it, as is a value out of its range.
Settings settings_of(const Path& folder, const nlohmann::ordered_json& config,
                     const data::Tokenizer& tokenizer);

}  // namespace tutti::generate
