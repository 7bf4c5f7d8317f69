// SPDX-License-Identifier: Apache-2.0
// A conversation with a model, and what a user can do with it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/files.h"
#include "run/opened_decoder.h"

namespace tutti::app {

/// Called while an answer is generated.
struct AnswerHooks {
  std::function<void(const std::string& piece)> on_text;
  std::function<bool()> stops;
};

class ChatSession {
 public:
  /// If `system` is empty, the chat template chooses the first message.
  ChatSession(run::OpenedDecoder& decoder, const std::string& system);

  /// Answers a user's message; returns the answer with "finish_reason" and numbers of tokens. If
  /// that fails, the conversation is unchanged.
  nlohmann::ordered_json answer(const std::string& content, const AnswerHooks& hooks);

  /// Starts over, with only the system message.
  void reset();
  /// Removes the last message and its answer. Throws a UserError if there is none.
  void undo();
  /// Replaces the system message; the conversation continues.
  void set_system(const std::string& system);
  /// Adds a line {"messages": [...]} to a file, as text-generation reads it, and returns the number
  /// of messages. Throws a UserError if the conversation has no answer.
  size_t save(const Path& file) const;

 private:
  size_t first_message() const { return system_.empty() ? 0 : 1; }

  run::OpenedDecoder& decoder_;
  std::optional<generate::CachedRows> rows_;
  std::string system_;
  nlohmann::ordered_json messages_;
  uint32_t turn_ = 0;
};

}  // namespace tutti::app
