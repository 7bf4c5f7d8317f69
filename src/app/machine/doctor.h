// SPDX-License-Identifier: Apache-2.0
// What `tutti doctor` finds.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/process/global_options.h"
#include "run/job_settings.h"
#include "run/model_settings.h"

namespace tutti::app {

enum class Status { ok, warning, error };

/// What was looked at, what was found, and what to do where it is not ok.
struct Finding {
  std::string name;
  Status status = Status::ok;
  std::string found;
  std::string advice = {};
};

nlohmann::ordered_json json_of(const Finding& finding);
Finding finding_of(const nlohmann::ordered_json& json);

/// What may keep this process from training with others: names, addresses, ports, the token and,
/// where it is one of several, the connections, clocks and instruction sets of all. Rank 0 gets the
/// findings of every process, the others none.
std::vector<Finding> look_at_job(const run::JobSettings& arguments, const std::string& device);

/// The sizes of a model's matrices that do not fit matrix units, and what padding them costs.
std::vector<Finding> look_at_sizes(const GlobalOptions& global,
                                   const run::ModelSettings& arguments);

}  // namespace tutti::app
