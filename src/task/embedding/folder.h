// SPDX-License-Identifier: Apache-2.0
// What a sentence-transformers folder says beside its model: modules.json with pooling and
// normalisation, the length of texts, prompts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "task/embedding/pooling.h"
#include "task/task.h"

namespace tutti::task::embedding {

struct FolderSettings {
  Pooling pooling = Pooling::mean;
  bool normalizes = false;
  std::optional<int64_t> max_seq_length = {};  // tokens of a text
  bool includes_prompt = true;                 // whether a prompt's tokens are pooled
  /// config_sentence_transformers.json, which has the prompts.
  nlohmann::ordered_json config = {};

  /// The prompt of a name, which must be one of config's: a UserError otherwise.
  std::string prompt(const std::string& name) const;
  /// The one that config names as the default, or none.
  std::string default_prompt() const;
};

/// Reads a model's folder. One without modules.json has the defaults, as in sentence-transformers;
/// modules that Tutti does not have, another width than the model's, and malformed files are
/// UserErrors.
FolderSettings read_folder(const Path& folder, int64_t width);

/// The files that say so, which versions 3 to 6 of sentence-transformers read.
std::vector<ResultFile> files_of(const FolderSettings& settings, int64_t width);

}  // namespace tutti::task::embedding
