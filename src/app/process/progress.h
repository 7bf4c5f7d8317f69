// SPDX-License-Identifier: Apache-2.0
// Shows the progress of a training while it runs.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/process/global_options.h"
#include "train/trainer.h"

namespace tutti::app {

/// The amount that a speed counts, of the steps from the first to before the second.
using AmountOfSteps = std::function<int64_t(int64_t, int64_t)>;

/// A line for each log entry and, on a terminal, a bar below it with loss, rate and time left.
class Progress {
 public:
  /// `amount` counts `unit`: "tokens".
  Progress(const GlobalOptions& global, int64_t first_step, int64_t total_steps, std::string unit,
           AmountOfSteps amount);
  void step(int64_t step);
  /// Sets the last known loss; a device may be ahead of it.
  void loss(double loss) { loss_ = loss; }
  void log(const train::LogEntry& entry);
  /// Leaves the bar as it is: the next message begins below it.
  void finish();

 private:
  void draw(int64_t step);
  double seconds() const;
  std::string rate(int64_t step);
  std::string time_left(int64_t step) const;

  const GlobalOptions& global_;
  int64_t first_step_, total_steps_;
  std::string unit_;
  AmountOfSteps amount_;
  int64_t counted_step_, counted_ = 0;  // the amount of the steps before that one
  std::chrono::steady_clock::time_point begin_;
  std::optional<double> loss_;
  std::optional<int64_t> bar_;  // the step that it shows
};

}  // namespace tutti::app
