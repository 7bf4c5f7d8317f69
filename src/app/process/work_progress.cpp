// SPDX-License-Identifier: Apache-2.0
#include "app/process/work_progress.h"

#include <fmt/format.h>

#include "app/process/output.h"
#include "app/process/terminal.h"

namespace tutti::app {
namespace {

// What was counted in less time says nothing of the rate: the first count may begin the clock.
constexpr double kLeastSeconds = 1e-3;

}  // namespace

WorkProgress::WorkProgress(const GlobalOptions& global, std::string done, std::string unit)
    : global_(global),
      done_(std::move(done)),
      unit_(std::move(unit)),
      begin_(Clock::now()),
      last_line_(begin_) {}

WorkProgress::~WorkProgress() {
  if (bar_shown_) erase_bar();
}

void WorkProgress::draw(int64_t done, int64_t total, const std::vector<std::string>& figures) {
  draw_bar(done, total, figures);
  bar_shown_ = true;
}

void WorkProgress::count(int64_t done, int64_t total, int64_t tokens) {
  if (global_.quiet) return;
  const auto now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  const auto rate = [&](int64_t count) { return static_cast<double>(count) / seconds; };
  std::vector<std::string> figures = {fmt::format("{}/{} {}", done, total, unit_)};
  if (seconds > kLeastSeconds) {
    figures.push_back(human_seconds(static_cast<double>(total - done) / rate(done)) + " left");
    figures.push_back(tokens > 0 ? fmt::format("{:.1f} tokens/s", rate(tokens))
                                 : fmt::format("{:.1f} {}/s", rate(done), unit_));
  }
  if (global_.terminal) return draw(done, total, figures);
  if (done < total && now - last_line_ < std::chrono::seconds(10)) return;
  last_line_ = now;
  write_message(fmt::format("{} {}\n", done_, fmt::join(figures, "  ")));
}

void WorkProgress::part(int64_t number, int64_t total, const std::string& what) {
  if (global_.quiet) return;
  const std::string count = fmt::format("{}/{}", number, total);
  if (global_.terminal) return draw(number - 1, total, {count, what});
  write_message(fmt::format("{}  {}\n", count, what));
}

}  // namespace tutti::app
