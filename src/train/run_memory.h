// SPDX-License-Identifier: Apache-2.0
// Whether a run fits into memory, and what its user can do where it does not. Called before the
// first step, so that a run which cannot end is not begun.
#pragma once

#include <functional>
#include <string>

#include "data/loader.h"
#include "train/memory_plan.h"

namespace tutti::train {

/// An evaluation that a run makes, as far as its memory depends on it.
struct EvaluationOutline {
  const data::FeatureSource* features = nullptr;  // null: nothing is evaluated
  int64_t batch = 0;                              // features computed at a time
  std::function<data::Layout(int64_t batch)> layout = {};
};

/// Whether a run keeps a copy of its state, from which checkpoints are written while steps run.
enum class Copying {
  none,
  if_it_fits,  // without it the run waits for each checkpoint
  always,
};

/// A training run, as far as its memory depends on it.
struct RunOutline {
  Programs& programs;
  data::Loader& loader;    // with the batch size that the user asked for
  int64_t first_step = 0;  // the run's steps are [first_step, last_step), counted from 0
  int64_t last_step = 0;
  EvaluationOutline evaluation = {};
  int64_t loaded = 0;            // resident_memory() before the state was made, in bytes
  bool gradients_apart = false;  // as in RunShape
  bool applies = true;           // likewise
  int64_t held = 0;              // bytes of the plan that the process has besides `loaded`
  Copying copying = Copying::none;
  bool elsewhere = false;  // the device is absent: this machine's memory is irrelevant
};

/// The memory of a run at its peak. A run that does not fit is a UserError of exit code 4 that
/// names the largest batch that does.
MemoryPlan expect_run_fits(const RunOutline& run);

/// The memory of the run with another --per_device_train_batch_size, or why it does not fit.
Fit run_fit(const RunOutline& run, int64_t train_batch);

/// The largest shape of the run's micro-batches with another --per_device_train_batch_size.
task::BatchShape largest_micro_batch(const RunOutline& run, int64_t train_batch);

/// Compiles @forward for the largest batch of an evaluation. Where that does not fit, a UserError
/// of exit code 4 names the largest --per_device_eval_batch_size that does.
void expect_evaluation_fits(Programs& programs, const EvaluationOutline& evaluation);

/// Checks that a device has `bytes` for `what` besides the bytes that are `taken` already; a
/// UserError of exit code 4 where it has not.
void expect_memory(const backend::Backend& backend, int64_t bytes, const std::string& what,
                   int64_t taken = 0);

/// A plan in words, for a message or the panel before the first step.
std::string memory_text(const MemoryPlan& plan);

}  // namespace tutti::train
