// SPDX-License-Identifier: Apache-2.0
// Converts the flags of `tutti train` to options of its training loop.
#pragma once

#include <string>

#include "data/loader.h"
#include "run/opened_model.h"
#include "run/train_settings.h"
#include "train/programs.h"
#include "train/trainer.h"

namespace tutti::run {

/// --metric_for_best_model, with or without "eval_"; by default the first of the task's metrics
/// that evaluations of the model on that data give. Throws a UserError if the task lacks it.
task::Metric metric_of(const TrainSettings& settings, const OpenedModel& model,
                       const task::Dataset* validation);
train::TrainerOptions trainer_options(const TrainSettings& settings, const data::Loader& loader,
                                      train::Programs& programs, const OpenedModel& model,
                                      const std::string& data_key,
                                      const task::Dataset* validation = nullptr);

}  // namespace tutti::run
