// SPDX-License-Identifier: Apache-2.0
// What a person sees of long work: a panel at its beginning, a bar or lines while it runs.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "train/trainer.h"

namespace tutti::app {

/// Rows of "name: value" under a title, on stderr.
void show_panel(const GlobalOptions& global, const std::string& title,
                const std::vector<std::pair<std::string, std::string>>& rows);

/// "1 h 02 min", "3 min 20 s", "12 s".
std::string human_seconds(double seconds);

/// `columns` characters: the figures from the first on that fit beside a bar, which is left out
/// where even the first one leaves no room for it.
std::string progress_line(int columns, int64_t done, int64_t total,
                          const std::vector<std::string>& figures);

/// An evaluation's or a validation's progress: on a terminal a bar, which goes when it is done.
class WorkProgress {
 public:
  /// `done` stands before the count: "evaluated 16/368 features".
  WorkProgress(const GlobalOptions& global, std::string done, std::string unit);
  WorkProgress(const WorkProgress&) = delete;
  ~WorkProgress();
  /// Elsewhere a line each ten seconds and after the last.
  void count(int64_t done, int64_t total);
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

/// On a terminal a bar with loss, rate and time left; elsewhere a line for each log entry.
class Progress {
 public:
  /// `features_before` a step: how many the steps before it hold.
  Progress(const GlobalOptions& global, int64_t first_step, int64_t total_steps,
           std::function<int64_t(int64_t)> features_before);
  void step(int64_t step);
  /// The last loss that is known; a device may run ahead of it.
  void loss(double loss) { loss_ = loss; }
  void log(const train::LogEntry& entry);
  void finish();

 private:
  void draw(int64_t step) const;
  double seconds() const;
  double features_per_second(int64_t step) const;
  std::string time_left(int64_t step) const;

  const GlobalOptions& global_;
  int64_t first_step_, total_steps_;
  std::function<int64_t(int64_t)> features_before_;
  std::chrono::steady_clock::time_point begin_;
  std::optional<double> loss_;
  std::optional<int64_t> bar_;  // the step that it shows
};

}  // namespace tutti::app
