// SPDX-License-Identifier: Apache-2.0
// The files of a model and of its data, and where prepared features are kept.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/files.h"
#include "run/context.h"
#include "task/task.h"

namespace tutti::run {

/// --train_file or --validation_file where it is given, else the files of that split in the data
/// set's folder or name.
std::vector<Path> split_files(const std::string& file, const std::string& dataset_name,
                              task::Split split, const task::TaskKind& kind, const Path& cache);

/// The folder of prepared features; nothing, and a warning, where there is no home folder.
std::optional<Path> feature_cache(const Context& context);

}  // namespace tutti::run
