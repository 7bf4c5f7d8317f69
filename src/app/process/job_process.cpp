// SPDX-License-Identifier: Apache-2.0
#include "app/process/job_process.h"

#include <fcntl.h>

#include "base/child.h"
#include "base/text.h"

namespace tutti::app {
namespace {

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
  constexpr double kGrace = 5;  // seconds
  constexpr int kNew = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
  const Descriptor out_file(::open(out.c_str(), kNew, 0666), out);
  const Descriptor error_file(::open(error.c_str(), kNew, 0666), error);
  ChildProcess child(words, {.out = {out_file.number()}, .error = {error_file.number()}});
  const ChildProcess::Wait wait = child.wait(
      {.seconds = limit * slowdown, .grace = kGrace, .is_stopped = [&] { return stop > 0; }});
  child.kill();  // the processes that it left
  const ChildEnd& ended = *child.end();
  JobEnd end{.failure = "",
             .stopped = wait == ChildProcess::Wait::stopped,
             .seconds = ended.seconds,
             .processor_seconds = ended.processor_seconds,
             .peak_bytes = ended.peak_bytes};
  if (end.stopped)
    end.failure = "stopped";
  else if (wait == ChildProcess::Wait::late)
    end.failure = fmt::format(
        "took longer than {:g} s{}", limit,
        slowdown > 1.05 ? fmt::format(", times {:.1f} as others use the machine", slowdown) : "");
  else if (ended.signal != 0)
    end.failure = ended.text();
  else if (ended.code != 0)
    end.failure = fmt::format("{}: {}", ended.text(), escaped(last_line(error), 500));
  return end;
}

}  // namespace tutti::app
