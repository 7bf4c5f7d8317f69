// SPDX-License-Identifier: Apache-2.0
#include "app/job_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include "base/error.h"
#include "base/text.h"

extern char** environ;

namespace tutti::app {
namespace {

using JobClock = std::chrono::steady_clock;

pid_t spawn_job(const std::vector<std::string>& words, const Path& out, const Path& error) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  constexpr int kWrite = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, out.c_str(), kWrite, 0666);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, error.c_str(), kWrite, 0666);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  pid_t child = 0;
  const int failure =
      ::posix_spawn(&child, arguments[0], &files, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (failure != 0) io_error("{}: cannot be run: {}", escaped(words[0]), std::strerror(failure));
  return child;
}

double processor_time(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

/// The last line of a file that is not empty.
std::string last_line(const Path& file) {
  std::error_code failure;
  const auto size = std::filesystem::file_size(file, failure);
  if (failure || size == 0 || size > (size_t{1} << 26)) return "";
  std::string text = read_file(file);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

}  // namespace

JobEnd run_job_process(const std::vector<std::string>& words, const Path& out, const Path& error,
                       double limit, const train::StopFlag& stop) {
  const JobClock::time_point begin = JobClock::now();
  const auto since = [&] { return std::chrono::duration<double>(JobClock::now() - begin).count(); };
  const pid_t child = spawn_job(words, out, error);
  constexpr double kGrace = 5;  // seconds
  JobEnd end;
  double told = -1;
  int status = 0;
  rusage usage{};
  while (::wait4(child, &status, WNOHANG, &usage) == 0) {
    if (told < 0 && (stop > 0 || since() > limit)) {
      end.stopped = stop > 0;
      told = since();
      ::kill(-child, SIGTERM);
    } else if (told >= 0 && since() > told + kGrace) {
      ::kill(-child, SIGKILL);
    }
    ::usleep(5000);
  }
  ::kill(-child, SIGKILL);  // what it started and left
  end.seconds = since();
  end.processor_seconds = processor_time(usage.ru_utime) + processor_time(usage.ru_stime);
  end.peak_bytes = static_cast<int64_t>(usage.ru_maxrss) * 1024;
  if (end.stopped)
    end.failure = "stopped";
  else if (told >= 0)
    end.failure = fmt::format("took longer than {:g} s", limit);
  else if (WIFSIGNALED(status))
    end.failure = fmt::format("was ended by {}", ::strsignal(WTERMSIG(status)));
  else if (WEXITSTATUS(status) != 0)
    end.failure =
        fmt::format("ended with code {}: {}", WEXITSTATUS(status), escaped(last_line(error), 500));
  return end;
}

}  // namespace tutti::app
