// SPDX-License-Identifier: Apache-2.0
// run.json, from which `tutti train` repeats a run.
#pragma once

#include <future>

#include "app/global_options.h"
#include "app/train_panel.h"

namespace tutti::app {

/// Writes run.json into the output folder, from which `tutti train` repeats the run. SHA-256 of the
/// files that the model is read from is added in a thread that leaves the processors to the
/// training: large ones take seconds. The result is ready when that is done.
std::future<void> write_run_file(const GlobalOptions& global, const PlannedRun& run);

}  // namespace tutti::app
