// SPDX-License-Identifier: Apache-2.0
// What a person sees of long work but of a training.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "app/process/global_options.h"

namespace tutti::app {

/// An evaluation's or a validation's progress: on a terminal a bar, which goes when it is done.
class WorkProgress {
 public:
  /// `done` stands before the count: "evaluated 16/368 features".
  WorkProgress(const GlobalOptions& global, std::string done, std::string unit);
  WorkProgress(const WorkProgress&) = delete;
  ~WorkProgress();
  /// Elsewhere a line each ten seconds and after the last. `tokens` are those of what is done,
  /// where the speed is to be told in tokens.
  void count(int64_t done, int64_t total, int64_t tokens = 0);
  /// Elsewhere a line each: part `number` of `total` begins.
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
