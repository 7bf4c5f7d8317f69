// SPDX-License-Identifier: Apache-2.0
// Shows the progress of long work other than training.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "app/process/global_options.h"

namespace tutti::app {

/// An evaluation's or a validation's progress: on a terminal a bar, which disappears at the end.
class WorkProgress {
 public:
  /// `done` comes before the count: "evaluated 16/368 features".
  WorkProgress(const GlobalOptions& global, std::string done, std::string unit);
  WorkProgress(const WorkProgress&) = delete;
  ~WorkProgress();
  /// Elsewhere, prints a line every ten seconds and after the last. `tokens` are those done, if the
  /// speed is in tokens.
  void count(int64_t done, int64_t total, int64_t tokens = 0);
  /// Part `number` of `total` begins. Elsewhere, prints a line for each.
  void part(int64_t number, int64_t total, const std::string& what);

 private:
  using Clock = std::chrono::steady_clock;
  void draw(int64_t done, int64_t total, const std::vector<std::string>& figures);

  const GlobalOptions& global_;
  std::string done_, unit_;
  Clock::time_point begin_, last_line_;
  bool bar_shown_ = false;
};

}  // namespace tutti::app
