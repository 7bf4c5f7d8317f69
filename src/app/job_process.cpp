// SPDX-License-Identifier: Apache-2.0
#include "app/job_process.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include "base/error.h"
#include "base/process.h"
#include "base/text.h"

namespace tutti::app {
namespace {

using JobClock = std::chrono::steady_clock;

pid_t start_job(const std::vector<std::string>& words, const Path& out, const Path& error) {
  const auto opened = [](const Path& path) {
    return ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  };
  const Descriptor out_file(opened(out), out), error_file(opened(error), error);
  return start_process(words, {out_file.number(), error_file.number()});
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
                       double limit, double slowdown, const train::StopFlag& stop) {
  const JobClock::time_point begin = JobClock::now();
  const auto since = [&] { return std::chrono::duration<double>(JobClock::now() - begin).count(); };
  const pid_t child = start_job(words, out, error);
  constexpr double kGrace = 5;  // seconds
  JobEnd end;
  double told = -1;
  int status = 0;
  rusage usage{};
  while (::wait4(child, &status, WNOHANG, &usage) == 0) {
    if (told < 0 && (stop > 0 || since() > limit * slowdown)) {
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
    end.failure = fmt::format(
        "took longer than {:g} s{}", limit,
        slowdown > 1.05 ? fmt::format(", times {:.1f} as others use the machine", slowdown) : "");
  else if (WIFSIGNALED(status))
    end.failure = fmt::format("was ended by {}", ::strsignal(WTERMSIG(status)));
  else if (WEXITSTATUS(status) != 0)
    end.failure =
        fmt::format("ended with code {}: {}", WEXITSTATUS(status), escaped(last_line(error), 500));
  return end;
}

}  // namespace tutti::app
