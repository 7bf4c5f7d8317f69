// SPDX-License-Identifier: Apache-2.0
// Small models and their data, which tests of commands share.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/program.h"
#include "base/text.h"

namespace tutti::test {

inline std::vector<std::string> joined(std::vector<std::string> words,
                                       const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

inline Path quickstart_folder() {
  return Path(TUTTI_SOURCE_DIR) / "examples" / "quickstart";
}

/// `tutti train` of the quick start's small BERT on its data, with the flags of a line and then
/// `more`, of which the last of a name counts.
inline std::vector<std::string> train_quickstart_words(const Path& output, const std::string& line,
                                                       const std::vector<std::string>& more = {}) {
  const Path folder = quickstart_folder();
  return joined(joined({"train", "--model_name_or_path", (folder / "tiny_bert").string(),
                        "--train_file", (folder / "train.json").string(), "--do_train",
                        "--allow_missing_tensors", "--output_dir", output.string()},
                       words_of(line)),
                more);
}

/// Makes the folder of a small Qwen2: a tokenizer of 512 tokens and a config.json with the changes.
/// It has no weights.
inline nlohmann::json make_small_decoder(const Path& folder, const nlohmann::json& changes) {
  const Path tokenizer = Path(TUTTI_SOURCE_DIR) / "tests" / "golden" / "tokenizer" / "mini512";
  using Options = std::filesystem::copy_options;
  std::filesystem::copy(tokenizer, folder, Options::recursive | Options::overwrite_existing);
  nlohmann::json config = {{"model_type", "qwen2"},
                           {"architectures", {"Qwen2ForCausalLM"}},
                           {"vocab_size", 512},
                           {"hidden_size", 32},
                           {"num_hidden_layers", 2},
                           {"num_attention_heads", 4},
                           {"num_key_value_heads", 2},
                           {"intermediate_size", 64},
                           {"max_position_embeddings", 64},
                           {"tie_word_embeddings", true}};
  if (!changes.is_null()) config.update(changes);
  write_file_atomically(folder / "config.json", config.dump());
  return config;
}

/// Writes 60 texts of 13 tokens or so that such a model learns but for one word of two.
inline void write_counting_texts(const Path& file) {
  std::string lines;
  for (int i = 0; i < 60; i++)
    lines += fmt::format("{{\"text\": \"One, two, three and {}.\"}}\n", i % 2 ? "four" : "five");
  write_file_atomically(file, lines);
}

}  // namespace tutti::test
