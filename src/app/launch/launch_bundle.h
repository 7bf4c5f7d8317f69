// SPDX-License-Identifier: Apache-2.0
// Turns a training's command line into the files sent to another machine.
#pragma once

#include "app/process/global_options.h"
#include "base/error.h"
#include "launch/bundle.h"
#include "launch/job.h"

namespace tutti::app {

/// Adds a folder of compiled programs, which the training then loads.
void carry_compiled(launch::Bundle& bundle, const Path& folder);

/// Reads the command after `--`, which must be `train`, as `tutti train` would; sets the job's
/// command and output. The bundle contains the files that the arguments name, the program unless
/// the target has it, and the arguments with the files' names there. Throws a UserError for
/// arguments that make no sense on another machine.
launch::Bundle training_bundle(const GlobalOptions& global, launch::RemoteJob& job);

}  // namespace tutti::app
