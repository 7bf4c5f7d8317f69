// SPDX-License-Identifier: Apache-2.0
// What `tutti evaluate` takes.
#pragma once

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"
#include "run/evaluate.h"

namespace tutti::app {

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(run::EvaluateSettings& arguments);

/// Runs the command: `done`, `check_failed`, `stopped` or `interrupted`; all else is a UserError.
ExitCode run_evaluate(const GlobalOptions& global, const run::EvaluateSettings& arguments);

}  // namespace tutti::app
