// SPDX-License-Identifier: Apache-2.0
// Compiles a training for the device that it is about to be started on, before that is rented.
#pragma once

#include "app/launch/launch_arguments.h"
#include "app/process/global_options.h"
#include "base/error.h"
#include "base/files.h"
#include "launch/job.h"

namespace tutti::app {

struct Preflight {
  ExitCode code = ExitCode::done;  // else the job is not begun
  bool compiled = false;           // whether the folder has programs
};

/// Compiles the programs of a job's training into a folder that does not exist yet, and says what
/// was found. Where the target is rented for no device nothing is done; where the device's compiler
/// is not here, or Tutti does not know how to ask it, a message says so and how to have it.
Preflight compile_before(const GlobalOptions& global, const LaunchArguments& arguments,
                         const launch::RemoteJob& job, const Path& folder);

}  // namespace tutti::app
