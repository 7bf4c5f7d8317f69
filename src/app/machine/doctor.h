// SPDX-License-Identifier: Apache-2.0
// The findings of `tutti doctor`.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/process/global_options.h"
#include "run/job_settings.h"
#include "run/model_settings.h"

namespace tutti::app {

enum class Status { ok, warning, error };

/// The thing checked, the result, and advice if it is not ok.
struct Finding {
  std::string name;
  Status status = Status::ok;
  std::string found;
  std::string advice = {};
};

nlohmann::ordered_json json_of(const Finding& finding);
Finding finding_of(const nlohmann::ordered_json& json);

/// Checks for problems of training with other processes: names, addresses, ports, the token and,
/// within a job, the connections, clocks and instruction sets of all. Rank 0 gets the findings of
/// every process, the others none.
std::vector<Finding> check_job(const run::JobSettings& arguments, const std::string& device);

/// Finds a model's matrix sizes that do not fit matrix units, and the cost of padding them.
std::vector<Finding> check_sizes(const GlobalOptions& global, const run::ModelSettings& arguments);

}  // namespace tutti::app
