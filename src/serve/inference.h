// SPDX-License-Identifier: Apache-2.0
// Queries of a trained model: predictions for single inputs, and a chat.
#pragma once

#include <list>
#include <memory>

#include "serve/program.h"

namespace tutti::serve {

class Inference {
 public:
  Inference(const ProgramInterface& program, std::string form_key, Hide hide);

  /// The panel beside a run that queries its model, with the last prediction and the chat.
  std::string panel_html(const std::string& run, const RunModel& model);
  /// The address of that panel.
  static std::string address_of(const std::string& run);
  /// Whether a query of a run's model is running.
  bool answers_now(const std::string& run);
  /// Starts a prediction for one input.
  Response predict(const std::string& run, const RunModel& model, const NamedValues& form);
  /// Sends a message to the chat with a model, and starts the chat if there is none.
  Response chat(const std::string& run, const RunModel& model, const NamedValues& form);
  /// Ends the chat with a model.
  Response end_chat(const std::string& run);
  /// Ends predictions that take too long and chats that are idle.
  void poll();

 private:
  using Clock = std::chrono::steady_clock;

  /// A model's last prediction and the chat with it.
  struct ChatSession {
    std::string run;
    NamedValues values = {};                    // the input
    std::unique_ptr<ChildProcess> answer = {};  // `tutti predict`
    std::unique_ptr<ChildProcess> chat = {};    // `tutti chat`
    std::vector<std::string> messages = {};     // the user's
    Clock::time_point seen = Clock::now();
  };

  ChatSession* find(const std::string& run);
  ChatSession& session_of(const std::string& run);
  std::string predict_html(ChatSession& session, const RunModel& model) const;
  std::string chat_html(ChatSession& session) const;

  const ProgramInterface& program_;
  std::string form_key_;
  Hide hide_;
  std::list<ChatSession> sessions_;  // most recently used first
};

}  // namespace tutti::serve
