// SPDX-License-Identifier: Apache-2.0
// What `tutti estimate` takes.
#pragma once

#include <cstdint>
#include <string>

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"
#include "run/train_settings.h"

namespace tutti::app {

struct EstimateArguments : run::TrainSettings {
  std::string device_list;     // file of devices besides those that Tutti knows
  int64_t measured_steps = 2;  // 0: no time is measured
  std::string target;          // a device that is not here, whose compiler is asked
  std::string recorded_runs;   // folders of trainings, separated by commas
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(EstimateArguments& arguments);

/// Runs the command: `done`, `check_failed`, `stopped` or `interrupted`; all else is a UserError.
ExitCode run_estimate(const GlobalOptions& global, const EstimateArguments& arguments);

}  // namespace tutti::app
