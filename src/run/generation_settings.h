// SPDX-License-Identifier: Apache-2.0
// The settings of text generation, with transformers' names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/argument.h"

namespace tutti::run {

/// Unset members default to the model's generation_config.json.
struct GenerationSettings {
  std::string model_name_or_path;
  std::string tokenizer_name;  // empty: the model's
  std::string cache_dir;
  std::string adapter;  // folder of an adapter to merge into the weights; empty: none
  std::optional<int64_t> max_new_tokens;
  std::optional<bool> do_sample;
  std::optional<double> temperature, top_p, min_p, repetition_penalty;
  std::optional<int64_t> top_k;
  std::string stop_strings;  // a text, or a JSON list of texts; empty: only the model's
  int64_t seed = 42;
  std::string backend = "cpu";
  std::string precision = "auto";
};

/// Those of a text's length and of how its tokens are chosen, for flags and requests alike.
void add_sampling(ArgumentLister& list, GenerationSettings& settings);

}  // namespace tutti::run
