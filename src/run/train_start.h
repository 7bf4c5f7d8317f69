// SPDX-License-Identifier: Apache-2.0
// A training's start: its output folder, and the checkpoint that it resumes from.
#pragma once

#include <optional>

#include "run/context.h"
#include "run/train_settings.h"
#include "train/checkpoint.h"

namespace tutti::run {

/// The checkpoint to resume from in the output folder; nullopt for a fresh start. Throws a
/// UserError if the folder must not be written to.
std::optional<train::FoundCheckpoint> find_start(const TrainSettings& settings,
                                                 const Context& context);

/// --max_processes of the run that wrote a trainer_state.json; 0 if it recorded none, because it
/// added micro-batches one by one.
int64_t recorded_most_processes(const Path& state_file);

}  // namespace tutti::run
