// SPDX-License-Identifier: Apache-2.0
// Where a SQuAD data set's folder keeps its splits.
#pragma once

#include "task/task.h"

namespace tutti::task::squad {

/// A split's files in a folder: a JSON file under its usual name (train-v1.1.json, dev-v2.0.json),
/// or all shards of the Parquet form in the folder, its plain_text, squad_v2 or data. Empty if
/// there are none; shards that are missing are a UserError of exit code 5.
std::vector<Path> find_files(const Path& folder, Split split, bool version_2);

/// "train-v1.1.json nor ...": what it looks for.
std::string wanted_files(Split split, bool version_2);

}  // namespace tutti::task::squad
