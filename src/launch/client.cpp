// SPDX-License-Identifier: Apache-2.0
#include "launch/client.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include "base/error.h"
#include "base/text.h"

extern char** environ;

namespace tutti::launch {
namespace {

constexpr size_t kMostOutput = size_t{1} << 26;
constexpr size_t kMostError = 4000;
constexpr int kNoSuchClient = 127;
constexpr std::chrono::minutes kCallTime{10}, kTransferTime{24 * 60};

/// A descriptor that is closed at the end.
class Descriptor {
 public:
  Descriptor(int number, const std::string& what) : number_(number) {
    if (number < 0) io_error("{}: {}", what, std::strerror(errno));
  }
  ~Descriptor() { ::close(number_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

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

pid_t spawn_client(const std::vector<std::string>& words, int in, int out, int error,
                   int& failure) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, error, STDERR_FILENO);
  posix_spawnattr_init(&attributes);
  sigset_t standard;
  sigemptyset(&standard);
  for (const int signal : {SIGPIPE, SIGXFSZ, SIGTERM, SIGINT, SIGHUP, SIGUSR1})
    sigaddset(&standard, signal);
  posix_spawnattr_setsigdefault(&attributes, &standard);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  pid_t child = 0;
  failure = ::posix_spawnp(&child, arguments[0], &files, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  return child;
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
  int failure = 0;
  const pid_t child =
      spawn_client(command.words, in.number(), out.number(), error.number(), failure);
  if (failure == ENOENT)
    return {kNoSuchClient, "", command.words[0] + ": there is no such program on the PATH"};
  if (failure != 0) io_error("{}: {}", escaped(command.words[0]), std::strerror(failure));
  ClientEnd end;
  end.code = wait_for(child, command.is_transfer ? kTransferTime : kCallTime);
  if (command.to_file.empty()) end.out = end_of(out.number(), kMostOutput);
  end.error = end_of(error.number(), kMostError);
  return end;
}

}  // namespace tutti::launch
