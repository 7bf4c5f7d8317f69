// SPDX-License-Identifier: Apache-2.0
// The arguments of `tutti compile`.
#pragma once

#include <string>

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"
#include "run/compile.h"

namespace tutti::app {

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(run::CompileSettings& arguments);

/// Runs the command: `done`, `check_failed`, `stopped` or `interrupted`; otherwise throws
/// UserError.
ExitCode run_compile(const GlobalOptions& global, const run::CompileSettings& arguments);

/// The result of run::compile() as text: a head and a table of all programs.
std::string compile_text(const nlohmann::ordered_json& report);

}  // namespace tutti::app
