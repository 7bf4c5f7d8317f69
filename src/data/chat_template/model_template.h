// SPDX-License-Identifier: Apache-2.0
// The chat template that a model's files have, and what transformers gives it beside a
// conversation.
#pragma once

#include <optional>
#include <string>

#include "base/files.h"
#include "data/chat_template/chat_template.h"
#include "data/tokenizer/tokenizer.h"

namespace tutti::data {

/// The text of a template, and the file that it is from.
struct ChatTemplateText {
  std::string text;
  std::string name;  // "model/chat_template.jinja", for errors
};

/// The templates of a model's files.
struct ChatTemplateTexts {
  ChatTemplateText plain;                      // called "default" where they have names
  std::optional<ChatTemplateText> with_tools;  // called "tool_use": for conversations with tools

  ChatTemplate parsed() const;
};

/// The templates in a tokenizer's folder: chat_template.jinja with the files of
/// additional_chat_templates/, or else "chat_template" of tokenizer_config.json, which may be a
/// list of named ones; or those of a GGUF file. Nothing if there is none; one that is no text,
/// and several of which none is called "default", are UserErrors.
std::optional<ChatTemplateTexts> read_chat_template(const Path& folder_or_gguf);

/// The same of a folder or of a file that is a template itself. A path without one is a UserError.
ChatTemplateTexts named_chat_template(const Path& path);

/// The tokenizer_config.json of a folder or a GGUF file with these templates in it.
std::string config_with_templates(const Path& folder_or_gguf, const ChatTemplateTexts& templates);

/// The tokenizer's special tokens as variables of a template: bos_token, eos_token and so on.
nlohmann::ordered_json template_variables(const Tokenizer& tokenizer);

}  // namespace tutti::data
