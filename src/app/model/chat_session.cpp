// SPDX-License-Identifier: Apache-2.0
#include "app/model/chat_session.h"

#include <algorithm>

#include "base/descriptor.h"
#include "base/error.h"
#include "base/log.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;

Json message_of(const char* role, const std::string& content) {
  return {{"role", role}, {"content", content}};
}

}  // namespace

ChatSession::ChatSession(run::OpenedDecoder& decoder, const std::string& system)
    : decoder_(decoder), system_(system) {
  rows_.emplace(decoder.model(), 1);
  reset();
}

void ChatSession::reset() {
  messages_ = Json::array();
  if (!system_.empty()) messages_.push_back(message_of("system", system_));
}

void ChatSession::undo() {
  if (messages_.size() == first_message()) user_error("/undo: there is no message to take back");
  messages_.erase(messages_.end() - 2, messages_.end());
}

void ChatSession::set_system(const std::string& system) {
  if (!system_.empty()) messages_.erase(messages_.begin());
  system_ = system;
  if (!system_.empty()) messages_.insert(messages_.begin(), message_of("system", system_));
}

size_t ChatSession::save(const Path& file) const {
  if (messages_.size() == first_message()) user_error("/save: there is no answer to save yet");
  const Descriptor opened(file, "opening for writing", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC,
                          0666);
  write_all(opened.number(), file, Json{{"messages", messages_}}.dump() + "\n");
  return messages_.size();
}

Json ChatSession::answer(const std::string& content, const AnswerHooks& hooks) {
  Json messages = messages_;
  messages.push_back(message_of("user", content));
  generate::Progress progress;
  if (hooks.on_text)
    progress.on_text = [&](size_t, const std::string& piece) { hooks.on_text(piece); };
  progress.stops = hooks.stops;
  try {
    const std::vector<int32_t> prompt = decoder_.tokens_of_chat(messages);
    decoder_.continuer().expect_prompt(prompt, "the conversation");
    const int64_t before = rows_->computed();
    const generate::Continuation found =
        decoder_.continuer().run_in(*rows_, prompt, decoder_.settings(), turn_++, progress);
    messages.push_back(message_of("assistant", found.text));
    messages_ = std::move(messages);
    const auto count = static_cast<int64_t>(found.ids.size());
    log_debug("{} tokens of conversation, {} computed, {} new", prompt.size(),
              rows_->computed() - before - std::max<int64_t>(0, count - 1), count);
    Json result = messages_.back();
    result["finish_reason"] = run::ending_name(found.ending);
    result["prompt_tokens"] = prompt.size();
    result["new_tokens"] = count;
    return result;
  } catch (const UserError&) {
    rows_.emplace(decoder_.model(), 1);  // the answer may have left a part of it there
    throw;
  }
}

}  // namespace tutti::app
