// SPDX-License-Identifier: Apache-2.0
// The values on which the processes of a training must agree.
#pragma once

#include "data/loader.h"
#include "run/train_settings.h"
#include "task/task.h"
#include "train/programs.h"
#include "train/trainer.h"

namespace tutti::run {

/// The values, by name, that must be equal in all processes of a training. `validation` is the data
/// that they evaluate together; null: none.
nlohmann::json common_values(const train::TrainerOptions& options, const data::Loader& loader,
                             const train::Programs& programs, const TrainSettings& settings,
                             const task::Dataset* validation);

}  // namespace tutti::run
