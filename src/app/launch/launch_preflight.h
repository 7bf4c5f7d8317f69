// SPDX-License-Identifier: Apache-2.0
// Compiles a training for its device before the device is rented.
#pragma once

#include "app/launch/launch_arguments.h"
#include "app/process/global_options.h"
#include "base/error.h"
#include "base/files.h"
#include "launch/job.h"

namespace tutti::app {

struct Preflight {
  ExitCode code = ExitCode::done;  // anything else: the job does not begin
  bool compiled = false;           // whether the folder has programs
};

/// Compiles the programs of a job's training into a folder that does not exist yet, and logs the
/// result. Does nothing for a target without a device. If the device's compiler is missing here, or
/// Tutti cannot use it, logs that and how to install it.
Preflight compile_before(const GlobalOptions& global, const LaunchArguments& arguments,
                         const launch::RemoteJob& job, const Path& folder);

}  // namespace tutti::app
