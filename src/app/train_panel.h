// SPDX-License-Identifier: Apache-2.0
// What a training says of itself before its first step: its memory, a panel, run.json.
#pragma once

#include "app/commands.h"
#include "app/opened_model.h"
#include "data/loader.h"
#include "train/checkpoint.h"
#include "train/run_memory.h"
#include "train/trainer.h"

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
  std::string batch_reason = {};          // why micro-batches are not those that were asked for
  std::vector<std::string> devices = {};  // of all processes, where their backends may differ
};

/// What the memory of a run depends on. The process already uses `loaded` bytes, none of them for
/// the state. The run must outlive the result.
train::RunOutline outline_of(const PlannedRun& run, int64_t loaded);
/// The memory that a run needs, with `loaded` as above. More than the machine has is a UserError of
/// exit code 4 that names the largest batch that fits.
train::MemoryPlan plan_run_memory(const PlannedRun& run, int64_t loaded);

void show_run(const GlobalOptions& global, const PlannedRun& run, const train::MemoryPlan& memory);

/// What a run did between two readings of a clock.
struct TrainedSteps {
  int64_t first = 0;     // the steps that were done before
  double seconds = 0;    // that the others took
  int64_t features = 0;  // of these others
  int64_t samples = 0;   // of the data set
  double flops = 0;      // of a step, the mean of these others
};
/// train_results.json, of a state with that layout.
nlohmann::ordered_json training_results(const train::Trainer& trainer, const TrainedSteps& trained,
                                        const step::StateLayout& layout,
                                        const train::MemoryPlan& memory);

/// A run in which no step changed the model is a UserError.
void expect_trained(const train::Trainer& trainer);

/// Writes run.json, from which `tutti train` repeats the run.
void write_run_file(const GlobalOptions& global, const PlannedRun& run);

}  // namespace tutti::app
