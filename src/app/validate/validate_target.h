// SPDX-License-Identifier: Apache-2.0
// `tutti validate --target`: how an absent device's compiler compiles a program.
#pragma once

#include "app/process/global_options.h"
#include "app/validate/validate_arguments.h"
#include "base/error.h"

namespace tutti::app {

/// Compiles the program to validate, and prints the precision with which it would compute. Nothing
/// runs. Throws a UserError for flags that require a run.
ExitCode validate_for_target(const GlobalOptions& global, const ValidateArguments& arguments);

}  // namespace tutti::app
