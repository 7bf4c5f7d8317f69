// SPDX-License-Identifier: Apache-2.0
// The model that a command runs.
#pragma once

#include <string>

namespace tutti::run {

/// The model and its task. Texts not given are empty.
struct ModelSettings {
  std::string model_name_or_path;
  std::string tokenizer_name;  // empty: the model's
  std::string cache_dir;       // empty: the Hugging Face cache
  bool allow_missing_tensors = false;
  bool ignore_mismatched_sizes = false;
  std::string task;     // empty: found from the model's config.json
  std::string adapter;  // folder of an adapter to apply to the model; empty: none
};

}  // namespace tutti::run
