// SPDX-License-Identifier: Apache-2.0
// The arguments of `tutti estimate`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"
#include "run/estimate.h"

namespace tutti::app {

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(run::EstimateSettings& arguments);

/// Runs the command: `done`, `check_failed`, `stopped` or `interrupted`; otherwise throws
/// UserError.
ExitCode run_estimate(const GlobalOptions& global, const run::EstimateSettings& arguments);

/// The estimate in a few lines and tables, from its JSON.
std::string estimate_text(const nlohmann::ordered_json& estimate);

}  // namespace tutti::app
