// SPDX-License-Identifier: Apache-2.0
// What `tutti generate` and `tutti chat` take.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tutti::app {

/// What is not set is as the model's generation_config.json says.
struct GenerationArguments {
  std::string model_name_or_path;
  std::string tokenizer_name;  // empty: the model's
  std::string cache_dir;
  std::string adapter;  // folder of an adapter that is merged into the weights; empty: none
  std::optional<int64_t> max_new_tokens;
  std::optional<bool> do_sample;
  std::optional<double> temperature, top_p, min_p, repetition_penalty;
  std::optional<int64_t> top_k;
  std::string stop_strings;  // a text, or a JSON list of texts; empty: none but the model's
  int64_t seed = 42;
  std::string backend = "cpu";
  std::string precision = "auto";
};

struct GenerateArguments : GenerationArguments {
  std::string prompt;
  bool apply_chat_template = false;  // the prompt is a user's message
  std::string prompts;               // a file of records
  std::string output;                // a file of JSON lines; empty: standard output
  int64_t batch_size = 8;            // prompts continued together
  bool benchmark = false;            // the prompt is continued again, and its time told
};

struct ChatArguments : GenerationArguments {
  std::string system;  // the first message; empty: none but the template's own
};

}  // namespace tutti::app
