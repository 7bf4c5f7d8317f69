// SPDX-License-Identifier: Apache-2.0
// The files of a model and its data, and the cache of prepared features.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/files.h"
#include "run/context.h"
#include "task/task.h"

namespace tutti::run {

/// --train_file or --validation_file if given, otherwise the files of that split in the data set.
std::vector<Path> split_files(const std::string& file, const std::string& dataset_name,
                              task::Split split, const task::TaskKind& kind, const Path& cache);

/// The folder of prepared features; nullopt, with a warning, if there is no home folder.
std::optional<Path> feature_cache(const Context& context);

}  // namespace tutti::run
