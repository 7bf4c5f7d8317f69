// SPDX-License-Identifier: Apache-2.0
// The arguments of `tutti doctor`.
#pragma once

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"
#include "run/job_settings.h"
#include "run/model_settings.h"

namespace tutti::app {

struct DoctorArguments : run::JobSettings {
  bool distributed = false;  // also checks the processes of a job
  run::ModelSettings model;  // whose matrix sizes are checked; empty: none
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(DoctorArguments& arguments);

/// Runs the command: `done`, `check_failed`, `stopped` or `interrupted`; otherwise throws
/// UserError.
ExitCode run_doctor(const GlobalOptions& global, const DoctorArguments& arguments);

}  // namespace tutti::app
