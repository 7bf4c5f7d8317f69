// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti train` as the options of its loop.
#pragma once

#include <string>

#include "app/train_arguments.h"
#include "data/loader.h"
#include "task/task.h"
#include "train/programs.h"
#include "train/trainer.h"

namespace tutti::app {

/// --metric_for_best_model, with or without "eval_"; what is no metric of the task is a UserError.
task::Metric metric_of(const TrainArguments& arguments, const task::TaskKind& kind);
train::TrainerOptions trainer_options(const TrainArguments& arguments, const data::Loader& loader,
                                      train::Programs& programs, const task::TaskKind& kind,
                                      const std::string& data_key);

}  // namespace tutti::app
