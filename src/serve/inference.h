// SPDX-License-Identifier: Apache-2.0
// The page on which a trained model answers: one input, or a conversation.
#pragma once

#include <list>
#include <memory>

#include "serve/program.h"

namespace tutti::serve {

class Asking {
 public:
  Asking(const ProgramInterface& program, std::string form_key, Hide hide);

  /// The page of a run's model, with the last answer and the conversation.
  Response answer_page(const std::string& run, const RunModel& model);
  /// Asks for what a model says of one input.
  Response predict(const std::string& run, const RunModel& model, const NamedValues& form);
  /// Says something in the conversation with a model, which begins with that.
  Response say(const std::string& run, const RunModel& model, const NamedValues& form);
  /// Ends the conversation with a model.
  Response end(const std::string& run);
  /// Ends what takes too long, and conversations that nobody looks at.
  void look();

 private:
  using Clock = std::chrono::steady_clock;

  /// The last question to a model and its answer, or a conversation with it.
  struct Talk {
    std::string run;
    NamedValues values;                    // of the question
    std::unique_ptr<ChildProcess> answer;  // predicts
    std::unique_ptr<ChildProcess> chat;    // converses
    std::vector<std::string> messages;     // what was said to it
    Clock::time_point seen = Clock::now();
  };

  Talk& talk_about(const std::string& run);
  std::string predict_html(Talk& talk, const RunModel& model) const;
  std::string chat_html(Talk& talk) const;

  const ProgramInterface& program_;
  std::string form_key_;
  Hide hide_;
  std::list<Talk> talks_;  // that seen last first
};

}  // namespace tutti::serve
