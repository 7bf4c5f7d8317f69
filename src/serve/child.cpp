// SPDX-License-Identifier: Apache-2.0
#include "serve/child.h"

#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace tutti::serve {
namespace {

constexpr off_t kMostShown = off_t{256} << 10;  // bytes

int file_in_memory() {
  return ::memfd_create("output", MFD_CLOEXEC);
}

/// The end of a file that another process writes.
std::string end_of(int file) {
  struct stat found {};
  if (::fstat(file, &found) != 0) return "";
  const off_t begin = std::max<off_t>(0, found.st_size - kMostShown);
  std::string text(static_cast<size_t>(found.st_size - begin), '\0');
  const ssize_t got = ::pread(file, text.data(), text.size(), begin);
  text.resize(static_cast<size_t>(std::max<ssize_t>(0, got)));
  return text;
}

}  // namespace

int exit_code_of(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

Child::Child(const std::vector<std::string>& words, bool listens)
    : out_(file_in_memory(), "a file in memory"), error_(file_in_memory(), "a file in memory") {
  if (!listens) {
    process_ = start_process(words, {out_.number(), error_.number()});
    return;
  }
  // Not a pipe: to write into one whose reader has gone is a signal.
  int ends[2] = {-1, -1};
  const bool made = ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0;
  const Descriptor reading(made ? ends[0] : -1, "a pair of sockets");
  input_ = std::make_unique<Descriptor>(ends[1], "a pair of sockets");
  process_ = start_process(words, {out_.number(), error_.number(), reading.number()});
}

Child::~Child() {
  if (!runs()) return;
  ::kill(-process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

bool Child::runs() {
  int status = 0;
  if (process_ > 0 && ::waitpid(process_, &status, WNOHANG) == process_) {
    process_ = 0;
    exit_code_ = exit_code_of(status);
  }
  return process_ > 0;
}

std::chrono::seconds Child::age() const {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() -
                                                          begin_);
}

std::string Child::out() const {
  return end_of(out_.number());
}

std::string Child::error() const {
  return end_of(error_.number());
}

bool Child::say(const std::string& line) {
  if (!input_ || !runs()) return false;
  const std::string text = line + "\n";
  const ssize_t sent =
      ::send(input_->number(), text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  return sent == static_cast<ssize_t>(text.size());
}

}  // namespace tutti::serve
