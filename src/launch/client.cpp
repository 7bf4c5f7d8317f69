// SPDX-License-Identifier: Apache-2.0
#include "launch/client.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include "base/error.h"
#include "base/process.h"
#include "base/text.h"

namespace tutti::launch {
namespace {

constexpr size_t kMostOutput = size_t{1} << 26;
constexpr size_t kMostError = 4000;
constexpr std::chrono::minutes kCallTime{10}, kTransferTime{24 * 60};

Descriptor memory_file(const char* name) {
  return {::memfd_create(name, MFD_CLOEXEC), "a file in memory"};
}

void write_whole(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0) io_error("a client's input: {}", std::strerror(errno));
    text.remove_prefix(static_cast<size_t>(count));
  }
  ::lseek(file, 0, SEEK_SET);
}

/// The last `most` bytes of a file.
std::string end_of(int file, size_t most) {
  const off_t size = ::lseek(file, 0, SEEK_END);
  const off_t from = std::max<off_t>(0, size - static_cast<off_t>(most));
  std::string text(static_cast<size_t>(size - from), '\0');
  const ssize_t count = ::pread(file, text.data(), text.size(), from);
  text.resize(static_cast<size_t>(std::max<ssize_t>(0, count)));
  return text;
}

/// Waits for a client; ends it and what it started after the limit.
int wait_for(pid_t child, std::chrono::minutes limit) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point last = Clock::now() + limit;
  int status = 0;
  for (useconds_t pause = 500; ::waitpid(child, &status, WNOHANG) == 0;
       pause = std::min<useconds_t>(2 * pause, 50000)) {
    if (Clock::now() > last) ::kill(-child, SIGKILL);
    ::usleep(pause);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,@%+";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

std::string shell_text(const ClientCommand& command) {
  std::string text;
  for (const std::string& word : command.words)
    text += (text.empty() ? "" : " ") + shell_word(word);
  if (!command.from_file.empty()) text += " < " + shell_word(command.from_file);
  if (!command.to_file.empty()) text += " > " + shell_word(command.to_file);
  if (command.input.empty()) return text + "\n";
  const char* const end = command.input.ends_with('\n') ? "" : "\n";
  return text + " <<'END'\n" + command.input + end + "END\n";
}

ClientEnd SystemClients::run(const ClientCommand& command) {
  const auto opened = [](const std::string& file, int flags) {
    return ::open(file.c_str(), flags | O_CLOEXEC, 0666);
  };
  const Descriptor in(command.from_file.empty() ? ::memfd_create("input", MFD_CLOEXEC)
                                                : opened(command.from_file, O_RDONLY),
                      command.from_file);
  if (command.from_file.empty()) write_whole(in.number(), command.input);
  const Descriptor out(command.to_file.empty()
                           ? ::memfd_create("output", MFD_CLOEXEC)
                           : opened(command.to_file, O_WRONLY | O_CREAT | O_TRUNC),
                       command.to_file);
  const Descriptor error = memory_file("error");
  const auto child = start_process_if_there(
      command.words, {.out = out.number(), .error = error.number(), .in = in.number()});
  ClientEnd end;
  end.is_missing = !child;
  if (!child) return end;
  end.code = wait_for(*child, command.is_transfer ? kTransferTime : kCallTime);
  if (command.to_file.empty()) end.out = end_of(out.number(), kMostOutput);
  end.error = end_of(error.number(), kMostError);
  return end;
}

}  // namespace tutti::launch
