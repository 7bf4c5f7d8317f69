// SPDX-License-Identifier: Apache-2.0
// What a training tells the program that runs it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "run/run_facts.h"
#include "train/trainer.h"

namespace tutti::run {

/// The steps that a training is about to run.
struct StepsOutline {
  int64_t first = 0, total = 0;  // steps done before, and of the whole training
  std::string unit;              // what `amount` counts: "tokens" or "features"
  std::function<int64_t(int64_t from, int64_t to)> amount;  // of the steps [from, to)
};

/// Functions that are called on the thread that trains; each may be left empty.
struct TrainingHooks {
  std::function<void(const Facts&)> on_begin;         // before the first step
  std::function<void(const StepsOutline&)> on_steps;  // before the first step, after on_begin
  std::function<void(int64_t step)> on_step;          // the number of steps that are done
  std::function<void(double loss)> on_loss;           // the last one that is known
  std::function<void(const train::LogEntry&)> on_log;
  std::function<void()> on_steps_end;  // also where the steps ended with an error
  std::function<void(int64_t done, int64_t total)> on_evaluated;  // features of an evaluation
  std::function<void()> on_evaluation_end;
  std::function<void(const std::string& table)> on_profile;   // where the time went
  std::function<void(const std::string& message)> on_output;  // says where an output is
  /// In a job of several processes: which rank this one has now, -1 before a newcomer has one, and
  /// whether it has met the others.
  std::function<void(int64_t rank, bool has_met)> on_rank;
  /// Raised by a signal's handler or another thread: the training saves its state and ends. Null:
  /// nothing stops it. It must outlive the training.
  train::StopFlag* stop = nullptr;
};

/// Calls a hook, if there is one.
template <typename Hook, typename... Values>
void tell(const Hook& hook, Values&&... values) {
  if (hook) hook(std::forward<Values>(values)...);
}

/// Calls a function once: at the end of a scope, however that is left, or before.
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
