// SPDX-License-Identifier: Apache-2.0
// The chat template that a model's files have, and what transformers gives it beside a
// conversation.
#pragma once

#include "base/files.h"
#include "data/chat_template/chat_template.h"
#include "data/tokenizer/tokenizer.h"

namespace tutti::data {

/// The text of a template, and the file that it is from.
struct ChatTemplateText {
  std::string text;
  std::string name;  // "model/chat_template.jinja", for errors
};

/// The template in a tokenizer's folder: chat_template.jinja, or else "chat_template" of
/// tokenizer_config.json, of several the one that is called "default"; or that of a GGUF file.
/// Nothing where there is none; one that is no text is a UserError.
std::optional<ChatTemplateText> read_chat_template(const Path& folder_or_gguf);

/// The same of a folder or of a file that is a template itself. A path without one is a UserError.
ChatTemplateText named_chat_template(const Path& path);

/// The tokenizer's special tokens as variables of a template: bos_token, eos_token and so on.
nlohmann::ordered_json template_variables(const Tokenizer& tokenizer);

}  // namespace tutti::data
