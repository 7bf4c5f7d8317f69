// SPDX-License-Identifier: Apache-2.0
// The arguments of `tutti devices`.
#pragma once

#include <string>

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"

namespace tutti::app {

struct DevicesArguments {
  std::string fetch;  // a kind of device whose compiler to fetch; empty: none
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(DevicesArguments& arguments);

/// Runs the command: `done`, `check_failed`, `stopped` or `interrupted`; otherwise throws
/// UserError.
ExitCode run_devices(const GlobalOptions& global, const DevicesArguments& arguments);

}  // namespace tutti::app
