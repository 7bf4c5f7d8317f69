// SPDX-License-Identifier: Apache-2.0
// The files of a training, and how their features become batches.
#pragma once

#include <cstdint>
#include <vector>

#include "app/train_arguments.h"
#include "backend/backend.h"
#include "base/files.h"
#include "data/loader.h"
#include "data/rows.h"
#include "task/task.h"
#include "train/programs.h"

namespace tutti::app {

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

}  // namespace tutti::app
