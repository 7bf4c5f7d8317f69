// SPDX-License-Identifier: Apache-2.0
// Where the files of a tokenizer are.
#pragma once

#include <vector>

#include "base/files.h"

namespace tutti::data {

inline constexpr const char* kTokenizerConfig = "tokenizer_config.json";
inline constexpr const char* kModelConfig = "config.json";  // may name the tokenizer's class
inline constexpr const char* kChatTemplateFile = "chat_template.jinja";
inline constexpr const char* kToolTemplateFile = "additional_chat_templates/tool_use.jinja";

/// Those of a tokenizer's files that a folder has.
std::vector<Path> present_files(const Path& folder);

}  // namespace tutti::data
