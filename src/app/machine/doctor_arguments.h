// SPDX-License-Identifier: Apache-2.0
// What `tutti doctor` takes.
#pragma once

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"
#include "run/job_settings.h"
#include "run/model_settings.h"

namespace tutti::app {

struct DoctorArguments : run::JobSettings {
  bool distributed = false;  // the processes of a job too
  run::ModelSettings model;  // whose sizes of matrices are looked at; empty: none
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(DoctorArguments& arguments);

/// Runs the command: `done`, `check_failed`, `stopped` or `interrupted`; all else is a UserError.
ExitCode run_doctor(const GlobalOptions& global, const DoctorArguments& arguments);

}  // namespace tutti::app
