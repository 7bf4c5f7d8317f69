// SPDX-License-Identifier: Apache-2.0
// Runs at an MLflow server, as the variables of MLflow's own clients say: where it is, who asks,
// and what a run is called.
#pragma once

#include <functional>

#include "base/files.h"
#include "run/context.h"
#include "tracking/mlflow_client.h"
#include "tracking/run_record.h"

namespace tutti::run {

/// The server of MLFLOW_TRACKING_URI, with MLFLOW_TRACKING_TOKEN or MLFLOW_TRACKING_USERNAME and
/// MLFLOW_TRACKING_PASSWORD. Where the address is missing or is not one of HTTP, a UserError.
tracking::MlflowServer mlflow_server(const Context& context);

/// The run of an output folder: that of the checkpoint it goes on from, then that of the folder,
/// which a run that starts anew (`is_new`) does not take. `resumed_from` may be empty.
tracking::RunRecord mlflow_record(const Path& output, const Path& resumed_from, bool is_new,
                                  const Context& context);

/// Takes the secrets of the environment out of a text.
std::function<std::string(std::string)> hidden_secrets(const Context& context);

/// Uploads what the server lacks of a run that has ended; gives the number of points. A folder that
/// is no run's, and a run that is under way, are UserErrors; a server that stays away is one of
/// exit code 5.
int64_t upload_to_mlflow(const Path& folder, const Context& context);

}  // namespace tutti::run
