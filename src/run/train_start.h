// SPDX-License-Identifier: Apache-2.0
// Where a training begins: its output folder, and the checkpoint that it goes on from.
#pragma once

#include <optional>

#include "run/context.h"
#include "run/train_settings.h"
#include "train/checkpoint.h"

namespace tutti::run {

/// What a folder that already holds something means for this run: fresh, or the checkpoint to go on
/// from. A folder that must not be written into is a UserError.
std::optional<train::FoundCheckpoint> find_start(const TrainSettings& settings,
                                                 const Context& context);

/// --max_processes of the run that wrote a trainer_state.json; 0 where it recorded none, as it
/// added micro-batches one by one.
int64_t recorded_most_processes(const Path& state_file);

}  // namespace tutti::run
