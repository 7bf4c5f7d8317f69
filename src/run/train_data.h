// SPDX-License-Identifier: Apache-2.0
// The files of a training, and the batches of their features.
#pragma once

#include <cstdint>
#include <vector>

#include "backend/backend.h"
#include "base/files.h"
#include "data/loader.h"
#include "data/rows.h"
#include "run/context.h"
#include "run/train_settings.h"
#include "task/task.h"
#include "train/programs.h"

namespace tutti::run {

/// The layout of an evaluation's batches of `features` features.
data::Layout evaluation_layout(const TrainSettings& settings, const task::TaskKind& kind,
                               train::Programs& programs, int64_t features);
data::LoaderOptions loader_options(const TrainSettings& settings, const task::TaskKind& kind,
                                   const backend::Backend& backend);
/// The files of a split.
std::vector<Path> files_of(const TrainSettings& settings, task::Split split,
                           const task::TaskKind& kind, const Context& context);
/// The files from which a training's task learns its labels; none without training.
std::vector<Path> training_files(const TrainSettings& settings, const task::TaskKind& kind,
                                 const Context& context);
task::Reading reading_of(const TrainSettings& settings, task::Split split,
                         const task::TaskKind& kind, const Context& context);

}  // namespace tutti::run
