// SPDX-License-Identifier: Apache-2.0
// What the processes of a training must agree on.
#pragma once

#include "data/loader.h"
#include "run/train_settings.h"
#include "task/task.h"
#include "train/programs.h"
#include "train/trainer.h"

namespace tutti::run {

/// What has to be the same in all processes of a training, by name. `validation` is what they
/// evaluate together; null: nothing.
nlohmann::json common_values(const train::TrainerOptions& options, const data::Loader& loader,
                             const train::Programs& programs, const TrainSettings& settings,
                             const task::Dataset* validation);

}  // namespace tutti::run
