// SPDX-License-Identifier: Apache-2.0
// What a person sees of a training while it runs.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/global_options.h"
#include "train/trainer.h"

namespace tutti::app {

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
