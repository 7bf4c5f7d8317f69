// SPDX-License-Identifier: Apache-2.0
// A decoder ready to generate text, shared by `generate` and `chat`.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "data/chat_template/chat_template.h"
#include "generate/continuation.h"
#include "run/context.h"
#include "run/generation_settings.h"
#include "task/task.h"

namespace tutti::run {

class OpenedDecoder {
 public:
  OpenedDecoder(const Context& context, const GenerationSettings& given);
  OpenedDecoder(const OpenedDecoder&) = delete;
  OpenedDecoder& operator=(const OpenedDecoder&) = delete;

  /// The tokens of a text, after the tokenizer's initial tokens.
  std::vector<int32_t> tokens_of_text(std::string_view text) const;
  /// The tokens of a conversation, up to the model's answer. `extra` are further variables of the
  /// template. Throws a UserError for a model without a chat template.
  std::vector<int32_t> tokens_of_chat(const nlohmann::ordered_json& messages,
                                      const nlohmann::ordered_json& tools = nullptr,
                                      const nlohmann::ordered_json& extra = {}) const;

  /// Throws the UserError of a model without a chat template.
  void expect_template() const;

  const Path& path() const { return folder_.path; }
  const generate::Settings& settings() const { return settings_; }
  /// The model's own settings with what one request asks for.
  generate::Settings settings_for(const GenerationSettings& asked) const;
  generate::CachedModel& model() { return *model_; }
  generate::Continuer& continuer() { return *continuer_; }
  const backend::Backend& backend() const { return *backend_; }

 private:
  /// The same for a model that is not an adapter's folder.
  OpenedDecoder(const GenerationSettings& given, const Context& context);

  task::ModelFolder folder_;
  std::optional<data::ChatTemplate> template_;
  generate::Settings own_settings_, settings_;
  std::unique_ptr<backend::Backend> backend_;
  std::optional<generate::CachedModel> model_;
  std::optional<generate::Continuer> continuer_;
};

/// "stop" or "length", as in other services, or "interrupted".
std::string_view ending_name(generate::Ending ending);

}  // namespace tutti::run
