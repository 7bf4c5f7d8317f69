// SPDX-License-Identifier: Apache-2.0
// What the processes of a training must agree on.
#pragma once

#include "app/train_arguments.h"
#include "data/loader.h"
#include "task/task.h"
#include "train/programs.h"
#include "train/trainer.h"

namespace tutti::app {

/// What has to be the same in all processes of a training, by name. `validation` is what they
/// evaluate together; null: nothing.
nlohmann::json common_values(const train::TrainerOptions& options, const data::Loader& loader,
                             const train::Programs& programs, const TrainArguments& arguments,
                             const task::Dataset* validation);

}  // namespace tutti::app
