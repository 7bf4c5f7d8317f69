// SPDX-License-Identifier: Apache-2.0
// What a training says of itself before its first step: its memory, a panel, run.json.
#pragma once

#include "app/global_options.h"
#include "app/opened_model.h"
#include "app/train_arguments.h"
#include "data/loader.h"
#include "task/task.h"
#include "train/checkpoint.h"
#include "train/memory_plan.h"
#include "train/programs.h"
#include "train/run_memory.h"

namespace tutti::app {

/// A training that is about to start.
struct PlannedRun {
  const TrainArguments& arguments;
  const OpenedModel& model;
  const task::Dataset& data;
  const task::Dataset* validation;  // null: nothing is evaluated
  data::Loader& loader;
  train::Programs& programs;
  int64_t total_steps;
  std::optional<train::FoundCheckpoint> resumed;
  std::string batch_reason = {};              // why micro-batches are not those that were asked for
  std::vector<std::string> devices = {};      // of all processes, where their backends may differ
  std::vector<std::string> new_tensors = {};  // which the model's files lack
};

/// What the memory of a run depends on. The process already uses `loaded` bytes, none of them for
/// the state. The run must outlive the result.
train::RunOutline outline_of(const PlannedRun& run, int64_t loaded);
/// The memory that a run needs, with `loaded` as above. More than the machine has is a UserError of
/// exit code 4 that names the largest batch that fits.
train::MemoryPlan plan_run_memory(const PlannedRun& run, int64_t loaded);

void show_run(const GlobalOptions& global, const PlannedRun& run, const train::MemoryPlan& memory);

}  // namespace tutti::app
