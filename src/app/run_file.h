// SPDX-License-Identifier: Apache-2.0
// run.json, from which `tutti train` repeats a run.
#pragma once

#include "app/global_options.h"
#include "app/train_panel.h"

namespace tutti::app {

/// Writes run.json, from which `tutti train` repeats the run.
void write_run_file(const GlobalOptions& global, const PlannedRun& run);

}  // namespace tutti::app
