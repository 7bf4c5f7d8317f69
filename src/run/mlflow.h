// SPDX-License-Identifier: Apache-2.0
// Runs on an MLflow server, configured by the variables of MLflow's own clients: the address, the
// credentials, and the run's name.
#pragma once

#include <functional>

#include "base/files.h"
#include "run/context.h"
#include "tracking/mlflow_client.h"
#include "tracking/run_record.h"

namespace tutti::run {

/// The server of MLFLOW_TRACKING_URI, with MLFLOW_TRACKING_TOKEN or MLFLOW_TRACKING_USERNAME and
/// MLFLOW_TRACKING_PASSWORD. Throws a UserError if the address is missing or not HTTP.
tracking::MlflowServer mlflow_server(const Context& context);

/// The run of an output folder: the resumed checkpoint's, otherwise the folder's, which a fresh run
/// (`is_new`) does not reuse. `resumed_from` may be empty.
tracking::RunRecord mlflow_record(const Path& output, const Path& resumed_from, bool is_new,
                                  const Context& context);

/// Removes the environment's secrets from a text.
std::function<std::string(std::string)> hidden_secrets(const Context& context);

/// Uploads everything that the server lacks of a finished run; returns the number of points. Throws
/// a UserError for a folder without a run and for a run in progress, and one of exit code 5 if the
/// server stays unreachable.
int64_t upload_to_mlflow(const Path& folder, const Context& context);

}  // namespace tutti::run
