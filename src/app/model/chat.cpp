// SPDX-License-Identifier: Apache-2.0
// `tutti chat`: a conversation, a line at a time.
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "app/model/generation_arguments.h"
#include "app/process/context.h"
#include "app/process/output.h"
#include "base/log.h"
#include "base/text.h"
#include "run/opened_decoder.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;

volatile std::sig_atomic_t ctrl_c = 0;

void on_interrupt(int) {
  ctrl_c = 1;
}

/// From now on Ctrl-C ends what waits or is written, and not the program.
void watch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;  // without SA_RESTART, so that it ends a read
  sigaction(SIGINT, &action, nullptr);
}

constexpr const char* kHowToChat =
    "a line is a message; Ctrl-C ends an answer, /clear the conversation, Ctrl-D the program";
constexpr size_t kLongestMessage = size_t{1} << 26;  // bytes

/// Lines of standard input, as they come.
class Input {
 public:
  enum class Read { line, end, interrupted };

  /// Reads a line without its end.
  Read next(std::string& line) {
    for (;;) {
      if (const size_t end = pending_.find('\n'); end != pending_.npos) {
        line = pending_.substr(0, end);
        pending_.erase(0, end + 1);
        return Read::line;
      }
      if (pending_.size() > kLongestMessage)
        user_error("standard input: found a line of more than {}", human_bytes(kLongestMessage));
      char bytes[4096];
      const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
      if (count < 0 && errno == EINTR) {
        pending_.clear();
        return Read::interrupted;
      }
      if (count < 0) io_error("standard input: {}", std::strerror(errno));
      if (count > 0) {
        pending_.append(bytes, static_cast<size_t>(count));
      } else if (pending_.empty()) {
        return Read::end;
      } else {
        pending_ += '\n';  // the last line may lack its end
      }
    }
  }

 private:
  std::string pending_;
};

Json message_of(const char* role, const std::string& content) {
  return {{"role", role}, {"content", content}};
}

class Conversation {
 public:
  Conversation(run::OpenedDecoder& decoder, const std::string& system, bool json)
      : decoder_(decoder), json_(json) {
    rows_.emplace(decoder.model(), 1);
    if (!system.empty()) first_.push_back(message_of("system", system));
    messages_ = first_;
  }

  void clear() { messages_ = first_; }

  /// Drops what is kept of the conversation's tokens: an answer that failed may have left a part.
  void recover() { rows_.emplace(decoder_.model(), 1); }

  /// Answers a message of the user. Where that fails, the conversation is as it was.
  void answer(const std::string& content) {
    Json messages = messages_;
    messages.push_back(message_of("user", content));
    generate::Progress progress;
    if (!json_) progress.on_text = [](size_t, const std::string& piece) { write_result(piece); };
    progress.stops = [] { return ctrl_c != 0; };
    const std::vector<int32_t> prompt = decoder_.tokens_of_chat(messages);
    decoder_.continuer().expect_prompt(prompt, decoder_.settings(), "the conversation");
    const int64_t before = rows_->computed();
    const generate::Continuation found =
        decoder_.continuer().run_in(*rows_, prompt, decoder_.settings(), turn_++, progress);
    messages.push_back(message_of("assistant", found.text));
    messages_ = std::move(messages);
    const auto count = static_cast<int64_t>(found.ids.size());
    log_debug("{} tokens of conversation, {} computed, {} new", prompt.size(),
              rows_->computed() - before - std::max<int64_t>(0, count - 1), count);
    if (!json_) return write_result("\n");
    Json result = messages_.back();
    result["finish_reason"] = run::ending_name(found.ending);
    result["prompt_tokens"] = prompt.size();
    result["new_tokens"] = count;
    write_result_json(result);
  }

 private:
  run::OpenedDecoder& decoder_;
  std::optional<generate::CachedRows> rows_;
  bool json_;
  Json first_ = Json::array();
  Json messages_;
  uint32_t turn_ = 0;
};

}  // namespace

ExitCode run_chat(const GlobalOptions& global, const ChatArguments& arguments) {
  run::OpenedDecoder decoder(context_of(global), arguments);
  decoder.expect_template();
  const bool is_typed = ::isatty(STDIN_FILENO) == 1;
  if (is_typed) log_info("{}: {}", escaped(decoder.path().string(), 1000), kHowToChat);
  Conversation conversation(decoder, arguments.system, global.json);
  watch_interrupts();
  Input input;
  for (std::string line;;) {
    if (is_typed) write_message("> ");
    ctrl_c = 0;
    const Input::Read read = input.next(line);
    if (is_typed && read != Input::Read::line) write_message("\n");
    if (read == Input::Read::end) return ExitCode::done;
    if (read == Input::Read::interrupted || line.empty()) continue;
    try {
      if (!is_valid_utf8(line))
        user_error("standard input: found \"{}\", expected UTF-8", escaped(line, 60));
      if (line == "/clear")
        conversation.clear();
      else if (line == "/help")
        write_message(fmt::format("{}\n", kHowToChat));
      else
        conversation.answer(line);
    } catch (const UserError& error) {
      if (!is_typed) throw;
      log_message(LogLevel::error, error.what());
      conversation.recover();
    }
  }
}

}  // namespace tutti::app
