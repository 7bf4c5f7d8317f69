// SPDX-License-Identifier: Apache-2.0
// What `tutti encode` takes.
#pragma once

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"
#include "run/encode.h"

namespace tutti::app {

struct EncodeArguments : run::EncodeSettings {
  std::string output;  // empty: standard output
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(EncodeArguments& arguments);

/// Runs the command: `done`, `check_failed`, `stopped` or `interrupted`; all else is a UserError.
ExitCode run_encode(const GlobalOptions& global, const EncodeArguments& arguments);

}  // namespace tutti::app
