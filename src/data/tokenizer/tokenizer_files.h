// SPDX-License-Identifier: Apache-2.0
// The files of a tokenizer: where they are, and what they contain.
#pragma once

#include <string>
#include <vector>

#include "base/files.h"

namespace tutti::data {

inline constexpr const char* kTokenizerConfig = "tokenizer_config.json";
inline constexpr const char* kModelConfig = "config.json";  // may name the tokenizer's class
inline constexpr const char* kChatTemplateFile = "chat_template.jinja";
inline constexpr const char* kToolTemplateFile = "additional_chat_templates/tool_use.jinja";

/// Those of a tokenizer's files that a folder has.
std::vector<Path> present_files(const Path& folder);

/// The contents of a tokenizer's files, each with its name in errors. An empty one is absent.
struct TokenizerFiles {
  struct File {
    std::string name;
    std::string content;
  };
  File tokenizer_json = {};   // if present, the vocabulary is not read
  File vocabulary = {};       // vocab.txt
  File vocabulary_json = {};  // vocab.json
  File merges = {};           // merges.txt
  File config = {};           // tokenizer_config.json
  File special_tokens = {};   // special_tokens_map.json
  File added_tokens = {};     // added_tokens.json
  File model_config = {};     // config.json, which may name the tokenizer's class
  File words = {};            // words.txt, read where there is no vocabulary
};

/// The files of a tokenizer's folder, or what a GGUF file has in their place. Throws UserError
/// if there are none.
TokenizerFiles read_tokenizer_files(const Path& folder_or_gguf);

}  // namespace tutti::data
