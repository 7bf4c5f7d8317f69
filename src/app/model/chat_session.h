// SPDX-License-Identifier: Apache-2.0
// A conversation with a model, and what may be done with it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/files.h"
#include "run/opened_decoder.h"

namespace tutti::app {

/// What is shown of an answer while it is made.
struct AnswerHooks {
  std::function<void(const std::string& piece)> on_text;
  std::function<bool()> stops;
};

class ChatSession {
 public:
  /// An empty `system` leaves it to the chat template what the model is told first.
  ChatSession(run::OpenedDecoder& decoder, const std::string& system);

  /// Answers a message of the user; gives the answer with "finish_reason" and numbers of tokens.
  /// Where that fails, the conversation is as it was.
  nlohmann::ordered_json answer(const std::string& content, const AnswerHooks& hooks);

  /// Begins anew, with the system message alone.
  void reset();
  /// Takes the last message and its answer back. Where there is none, a UserError says so.
  void undo();
  /// Replaces the system message; the conversation goes on.
  void set_system(const std::string& system);
  /// Adds a line {"messages": [...]} to a file, as text-generation reads it, and gives the number
  /// of messages. A conversation without an answer is a UserError.
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
