// SPDX-License-Identifier: Apache-2.0
// `tutti chat`: a conversation on a terminal or in a pipe.
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "app/model/chat_session.h"
#include "app/model/generation_arguments.h"
#include "app/process/colour.h"
#include "app/process/context.h"
#include "app/process/line_input.h"
#include "app/process/output.h"
#include "app/process/wrap.h"
#include "app/shell/suggest.h"
#include "base/log.h"
#include "base/text.h"

namespace tutti::app {
namespace {

using Read = LineInput::Read;

/// Counts Ctrl-C. It is a file so that a wait for input sees one that came just before it.
int interrupts = -1;
volatile std::sig_atomic_t answer_interrupts = 0;
volatile std::sig_atomic_t second_ends = 0;  // a second one in an answer ends the program

void on_interrupt(int) {
  const int error = errno;
  ::eventfd_write(interrupts, 1);
  answer_interrupts = answer_interrupts + 1;
  if (answer_interrupts > 1 && second_ends != 0) ::_exit(static_cast<int>(ExitCode::interrupted));
  errno = error;
}

/// Makes Ctrl-C end a wait or an answer, and not the program.
void watch_interrupts() {
  interrupts = ::eventfd(0, EFD_SEMAPHORE | EFD_NONBLOCK | EFD_CLOEXEC);
  if (interrupts < 0) io_error("eventfd: {}", std::strerror(errno));
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
}

/// Whether there was one in the answer; forgets it.
bool take_answer_interrupts() {
  const bool any = answer_interrupts > 0;
  eventfd_t one = 0;
  for (int i = answer_interrupts; i > 0; i--) ::eventfd_read(interrupts, &one);
  second_ends = 0;
  return any;
}

constexpr const char* kHelp =
    "/help         show this list\n"
    "/reset        begin the conversation anew\n"
    "/undo         take back the last message and its answer\n"
    "/system TEXT  say how the model is to answer; without TEXT, as its chat template says\n"
    "/save FILE    add the conversation to FILE as a line that --train_file reads\n"
    "A line that ends in \\ goes on in the next one. Lines between \"\"\" and \"\"\" are one "
    "message.\n"
    "Ctrl-C stops an answer. Ctrl-C twice or Ctrl-D ends the program.\n";
const std::vector<std::string> kCommands = {"/help", "/reset", "/undo", "/system", "/save"};

/// The command that a line begins with; empty if it is a message. A path is not a command.
std::string command_in(const std::string& line) {
  const std::string word = line.substr(0, line.find(' '));
  const bool is_command =
      word.size() > 1 && word[0] == '/' &&
      std::all_of(word.begin() + 1, word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  return is_command ? word : "";
}

std::string advice_on(const std::string& command) {
  const std::string nearest = suggestion(command, kCommands);
  return nearest.empty() ? "; /help lists all" : nearest;
}

class Chat {
 public:
  Chat(run::OpenedDecoder& decoder, const GlobalOptions& global, const std::string& system)
      : decoder_(decoder),
        session_(decoder, system),
        json_(global.json),
        is_typed_(::isatty(STDIN_FILENO) == 1),
        input_(is_typed_ && global.terminal, interrupts) {
    if (!is_typed_) return;
    prompt_ = coloured(Colour::user, "user:", global.colour) + " ";
    if (!json_ && ::isatty(STDOUT_FILENO) == 1)
      label_ = coloured(Colour::model, "model:", takes_colours(STDOUT_FILENO)) + " ";
  }

  ExitCode run() {
    if (is_typed_) begin();
    bool was_interrupted = false;
    for (std::string message;;) {
      is_block_ = false;
      const Read read = next_message(message);
      if (is_typed_ && read != Read::line) write_message("\n");
      if (read == Read::end) return ExitCode::done;
      if (read == Read::interrupted) {
        if (is_typed_ && was_interrupted) return ExitCode::interrupted;
        if (is_typed_) write_message("Ctrl-C again ends the program, and so does Ctrl-D\n");
        was_interrupted = true;
        continue;
      }
      answer_interrupts = 0;
      if (!message.empty()) try_to_take(message);
      was_interrupted = take_answer_interrupts();
    }
  }

 private:
  void begin() const {
    log_info("{}: type a message; /help lists what else there is, and Ctrl-D ends the program",
             escaped(decoder_.path().string(), 1000));
    if (!input_.edits())
      log_info("lines have no history: the library libedit.so.2 is not installed, or no terminal");
  }

  /// Reads a message, which may have several lines. Lines of --json are messages as they are.
  Read next_message(std::string& message) {
    Read read = input_.next(prompt_, message);
    if (json_ || read != Read::line) return read;
    const std::string more = is_typed_ ? "  ... " : "";
    std::string line;
    is_block_ = message.starts_with(kQuotes);
    if (is_block_) {
      message.erase(0, kQuotes.size());
      while (!message.ends_with(kQuotes) && (read = input_.next(more, line)) == Read::line)
        message += (message.empty() ? "" : "\n") + line;
      if (message.ends_with(kQuotes)) message.resize(message.size() - kQuotes.size());
      if (message.ends_with('\n')) message.pop_back();
    } else {
      while (message.ends_with('\\') && (read = input_.next(more, line)) == Read::line)
        message.replace(message.size() - 1, 1, "\n" + line);
    }
    // At the end of input, a block that was begun is a message, too.
    return read == Read::interrupted ? read : Read::line;
  }

  void try_to_take(const std::string& message) {
    try {
      if (!is_valid_utf8(message))
        user_error("standard input: found \"{}\", expected UTF-8", escaped(message, 60));
      take(message);
    } catch (const UserError& error) {
      if (!is_typed_) throw;
      log_message(LogLevel::error, error.what());
    }
  }

  void take(const std::string& message) {
    const std::string command = is_block_ ? "" : command_in(message);
    const std::string rest = message.substr(std::min(message.size(), command.size() + 1));
    if (command == "/reset" || command == "/clear") {
      session_.reset();
    } else if (command == "/help") {
      write_message(wrapped_lines(kHelp, columns_of_terminal(STDERR_FILENO)));
    } else if (command == "/undo") {
      session_.undo();
    } else if (command == "/system") {
      session_.set_system(rest);
    } else if (command == "/save") {
      if (rest.empty()) user_error("/save: expected a FILE behind it");
      log_info("{}: {} were added", escaped(rest, 1000),
               counted(static_cast<int64_t>(session_.save(rest)), "message"));
    } else if (!command.empty() && !json_) {
      user_error("there is no command {}{}", command, advice_on(command));
    } else {
      answer(message);
    }
  }

  void answer(const std::string& message) {
    second_ends = is_typed_ ? 1 : 0;
    const auto stops = [] { return answer_interrupts > 0; };
    if (json_) return write_result_json(session_.answer(message, {{}, stops}));
    write_result(label_);
    Wrapper wrapper(columns_of_terminal(STDOUT_FILENO), 0, columns_of(label_));
    try {
      session_.answer(
          message, {[&](const std::string& piece) { write_result(wrapper.push(piece)); }, stops});
    } catch (const UserError&) {
      if (!label_.empty()) write_result("\n");
      throw;
    }
    write_result(wrapper.finish() + "\n");
  }

  static constexpr std::string_view kQuotes = "\"\"\"";

  run::OpenedDecoder& decoder_;
  ChatSession session_;
  bool json_, is_typed_;
  LineInput input_;
  std::string prompt_, label_;
  bool is_block_ = false;  // the message is a block of lines, and no command
};

}  // namespace

ExitCode run_chat(const GlobalOptions& global, const ChatArguments& arguments) {
  run::OpenedDecoder decoder(context_of(global), arguments);
  decoder.expect_template();
  watch_interrupts();
  Chat chat(decoder, global, arguments.system);
  return chat.run();
}

}  // namespace tutti::app
