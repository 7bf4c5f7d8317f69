// SPDX-License-Identifier: Apache-2.0
// What `tutti compile` takes.
#pragma once

#include <string>

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"
#include "run/compile.h"

namespace tutti::app {

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(run::CompileSettings& arguments);

/// Runs the command: `done`, `check_failed`, `stopped` or `interrupted`; all else is a UserError.
ExitCode run_compile(const GlobalOptions& global, const run::CompileSettings& arguments);

/// The head and the table of all programs, as text, of what run::compile() found.
std::string compile_text(const nlohmann::ordered_json& report);

}  // namespace tutti::app
