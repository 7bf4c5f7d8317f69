// SPDX-License-Identifier: Apache-2.0
// run.json, from which `tutti train` repeats a run.
#pragma once

#include <future>
#include <string>
#include <utility>
#include <vector>

#include "app/global_options.h"
#include "app/train_panel.h"

namespace tutti::app {

using FileHashes = std::vector<std::pair<std::string, std::string>>;  // by the files' names

/// SHA-256 of the files that the model is read from. They are read in a thread of their own:
/// large ones take seconds. What cannot be read is an error where the hashes are taken.
std::future<FileHashes> hash_files_of(const OpenedModel& model);

/// Writes run.json, from which `tutti train` repeats the run.
void write_run_file(const GlobalOptions& global, const PlannedRun& run,
                    std::future<FileHashes> model_hashes);

}  // namespace tutti::app
