// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti train` as the options of what it runs. Once the model is opened,
// max_seq_length has a value.
#pragma once

#include "app/commands.h"
#include "app/opened_model.h"
#include "train/checkpoint.h"
#include "train/trainer.h"

namespace tutti::app {

/// The arguments as they are meant, with what follows from others; contradictions are UserErrors.
TrainArguments resolved_arguments(const TrainArguments& arguments);

/// What a folder that already holds something means for this run: fresh, or the checkpoint to go on
/// from. A folder that must not be written into is a UserError.
std::optional<train::FoundCheckpoint> find_start(const TrainArguments& arguments);

/// --skip_passes and --dump_passes; a name that is no pass is a UserError.
train::PassControl pass_control(const TrainArguments& arguments);
/// This process and its devices: --rank, --world_size and --devices.
train::World world_of(const TrainArguments& arguments);
/// The micro-batches of a step, over all processes and devices.
int64_t micro_batches_of(const TrainArguments& arguments);
/// How many of them each process computes at first, by rank: --shares.
std::vector<int64_t> shares_of(const TrainArguments& arguments);
/// --shares auto: they follow the speeds of the processes.
bool shares_follow_speeds(const TrainArguments& arguments);
/// What has to be the same in all processes of a training, by name. `validation` is what they
/// evaluate together; null: nothing.
nlohmann::json common_values(const train::TrainerOptions& options, const data::Loader& loader,
                             const train::Programs& programs, const TrainArguments& arguments,
                             const task::Dataset* validation);
step::StepOptions step_options(const TrainArguments& arguments, const backend::Backend& backend,
                               int64_t total_steps);
/// How an evaluation's batches of so many features are laid out.
data::Layout evaluation_layout(const TrainArguments& arguments, const task::TaskKind& kind,
                               train::Programs& programs, int64_t features);
data::LoaderOptions loader_options(const TrainArguments& arguments, const task::TaskKind& kind,
                                   const backend::Backend& backend);
/// The files of a split, and how they are read.
std::vector<Path> files_of(const TrainArguments& arguments, task::Split split,
                           const task::TaskKind& kind);
task::Reading reading_of(const TrainArguments& arguments, task::Split split,
                         const task::TaskKind& kind, int threads);
/// --metric_for_best_model, with or without "eval_"; what is no metric of the task is a UserError.
task::Metric metric_of(const TrainArguments& arguments, const task::TaskKind& kind);
train::TrainerOptions trainer_options(const TrainArguments& arguments, const data::Loader& loader,
                                      train::Programs& programs, const task::TaskKind& kind,
                                      const std::string& data_key);

}  // namespace tutti::app
