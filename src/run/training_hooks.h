// SPDX-License-Identifier: Apache-2.0
// Callbacks from a training to the program that runs it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "run/run_facts.h"
#include "train/trainer.h"

namespace tutti::run {

/// The steps that a training will run.
struct StepsOutline {
  int64_t first = 0, total = 0;  // steps done before, and in the whole training
  std::string unit;              // what `amount` counts: "tokens" or "features"
  std::function<int64_t(int64_t from, int64_t to)> amount;  // in steps [from, to)
};

/// Functions called on the training thread; each may be empty.
struct TrainingHooks {
  std::function<void(const Facts&)> on_begin;         // before the first step
  std::function<void(const StepsOutline&)> on_steps;  // before the first step, after on_begin
  std::function<void(int64_t step)> on_step;          // the number of steps done
  std::function<void(double loss)> on_loss;           // the latest known
  std::function<void(const train::LogEntry&)> on_log;
  std::function<void()> on_steps_end;  // also after an error
  /// In an evaluation: how many features are done, of how many, and how many tokens those have; 0
  /// where the task counts features.
  std::function<void(int64_t done, int64_t total, int64_t tokens)> on_evaluated;
  std::function<void()> on_evaluation_end;
  std::function<void(const std::string& table)> on_profile;   // where the time went
  std::function<void(const std::string& message)> on_output;  // the place of an output
  /// In a job of several processes: this one's current rank, -1 for a newcomer without one, and
  /// whether it has met the others.
  std::function<void(int64_t rank, bool has_met)> on_rank;
  /// Raised by a signal handler or another thread: the training saves its state and ends. Null:
  /// nothing stops it. Must outlive the training.
  train::StopFlag* stop = nullptr;
};

/// Calls a hook, if there is one.
template <typename Hook, typename... Values>
void tell(const Hook& hook, Values&&... values) {
  if (hook) hook(std::forward<Values>(values)...);
}

/// Calls a function once: at the end of a scope, however it is left, or earlier.
class AtEnd {
 public:
  explicit AtEnd(std::function<void()> then) : then_(std::move(then)) {}
  AtEnd(const AtEnd&) = delete;
  AtEnd& operator=(const AtEnd&) = delete;
  ~AtEnd() { now(); }

  void now() { tell(std::exchange(then_, nullptr)); }

 private:
  std::function<void()> then_;
};

}  // namespace tutti::run
