// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include "backend/pjrt/plugin.h"
#include "base/error.h"
#include "base/pipe.h"
#include "base/process.h"

namespace tutti::backend::pjrt {
namespace {

using Clock = std::chrono::steady_clock;

/// Appends what can be read; false at the end.
bool read_some(int descriptor, std::string& to) {
  std::array<char, 4096> piece;
  const ssize_t count = ::read(descriptor, piece.data(), piece.size());
  if (count < 0) return errno == EINTR || errno == EAGAIN;
  to.append(piece.data(), static_cast<size_t>(count));
  return count > 0;
}

/// Reads both until they end; false where time ran out.
bool read_all(const Pipe& out, const Pipe& error, Clock::time_point until, ChildResult& result) {
  constexpr size_t kMostOut = 65536, kMostError = 2048;
  std::array<pollfd, 2> both = {{{out.reader(), POLLIN, 0}, {error.reader(), POLLIN, 0}}};
  std::string ignored;
  while (both[0].fd >= 0 || both[1].fd >= 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
    if (left.count() <= 0) return false;
    const int ready = ::poll(both.data(), both.size(), static_cast<int>(left.count()));
    if (ready < 0 && errno != EINTR) return false;
    if (ready <= 0) continue;
    if (both[0].revents) {
      ignored.clear();
      if (!read_some(both[0].fd, result.out.size() < kMostOut ? result.out : ignored))
        both[0].fd = -1;
    }
    if (both[1].revents && !read_some(both[1].fd, result.error)) both[1].fd = -1;
    if (result.error.size() > kMostError) result.error.erase(0, result.error.size() - kMostError);
  }
  return true;
}

/// Waits for the end of the process, at most until the given time.
bool wait_until(pid_t child, Clock::time_point until, int& status) {
  for (;;) {
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR)) return true;
    if (Clock::now() >= until) return false;
    ::usleep(2000);
  }
}

std::string end_of(int status) {
  if (WIFSIGNALED(status)) return fmt::format("was ended by {}", ::strsignal(WTERMSIG(status)));
  return fmt::format("ended with code {}", WEXITSTATUS(status));
}

}  // namespace

ChildResult run_child(const std::vector<std::string>& words, double seconds) {
  Pipe out, error;
  const pid_t child = start_process(words, {out.writer(), error.writer()});
  out.close(1);
  error.close(1);
  const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(seconds));
  ChildResult result;
  int status = 0;
  const bool ended = read_all(out, error, until, result) && wait_until(child, until, status);
  ::kill(-child, SIGKILL);  // and what it started
  if (!ended) ::waitpid(child, &status, 0);
  result.end = ended ? end_of(status) : fmt::format("gave no answer in {} s", seconds);
  return result;
}

std::string end_text(const ChildResult& child) {
  return child.error.empty() ? child.end
                             : fmt::format("{}; it said: {}", child.end, shown(child.error));
}

}  // namespace tutti::backend::pjrt
