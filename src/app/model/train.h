// SPDX-License-Identifier: Apache-2.0
// `tutti train`; its arguments are the settings of a training.
#pragma once

#include "app/process/global_options.h"
#include "base/error.h"
#include "run/train_settings.h"

namespace tutti::app {

/// Runs the command: `done`, `stopped` or `interrupted`; all else is a UserError.
ExitCode run_train(const GlobalOptions& global, const run::TrainSettings& arguments);

}  // namespace tutti::app
