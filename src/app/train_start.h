// SPDX-License-Identifier: Apache-2.0
// Where a training begins: its output folder, and the checkpoint that it goes on from.
#pragma once

#include <optional>

#include "app/train_arguments.h"
#include "train/checkpoint.h"

namespace tutti::app {

/// What a folder that already holds something means for this run: fresh, or the checkpoint to go on
/// from. A folder that must not be written into is a UserError.
std::optional<train::FoundCheckpoint> find_start(const TrainArguments& arguments);

}  // namespace tutti::app
