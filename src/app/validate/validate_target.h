// SPDX-License-Identifier: Apache-2.0
// `tutti validate --target`: what the compiler of a device that is not here makes of a program.
#pragma once

#include "app/process/global_options.h"
#include "app/validate/validate_arguments.h"
#include "base/error.h"

namespace tutti::app {

/// Compiles the program that would be validated, and says with which precision it would compute.
/// Nothing runs. Flags that ask for a run are a UserError.
ExitCode validate_for_target(const GlobalOptions& global, const ValidateArguments& arguments);

}  // namespace tutti::app
