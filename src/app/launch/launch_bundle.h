// SPDX-License-Identifier: Apache-2.0
// A training's command line as what is sent to another machine.
#pragma once

#include "app/process/global_options.h"
#include "base/error.h"
#include "launch/bundle.h"
#include "launch/job.h"

namespace tutti::app {

/// Sends a folder of compiled programs along, which the training then loads.
void carry_compiled(launch::Bundle& bundle, const Path& folder);

/// Reads the command after `--`, which must be `train`, as `tutti train` would; sets the job's
/// command and output. The bundle has the files that the arguments name, the program unless the
/// target has it, and the arguments with the names that the files have there. What makes no sense
/// on another machine is a UserError.
launch::Bundle training_bundle(const GlobalOptions& global, launch::RemoteJob& job);

}  // namespace tutti::app
