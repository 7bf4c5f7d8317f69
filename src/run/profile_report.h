// SPDX-License-Identifier: Apache-2.0
// Where the time of a training went: a trace in a file and a table.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "backend/backend.h"
#include "backend/profile.h"
#include "base/files.h"
#include "run/product_rate.h"
#include "step/step_program.h"

namespace tutti::run {

/// What the machine could do at most, FLOP/s and bytes/s; 0 where nobody has measured.
struct MachineLimits {
  double products = 0;
  double memory = 0;
  std::string source;  // whose products they are: "Tutti and oneDNN 2.6.3"
};

/// Measures them on a backend that writes into no profile.
MachineLimits machine_limits(backend::Backend& backend, const task::Objective& objective,
                             int64_t tokens, const step::StepOptions& options, int threads,
                             Seconds seconds = Seconds::of_clock);

/// The kinds of one profile, as profile.json in a run's folder has them.
nlohmann::ordered_json profile_json(const std::vector<backend::Profile::Kind>& kinds, int64_t steps,
                                    const MachineLimits& limits);

/// Refuses a file for --profile in a folder that is not there, before anything is read.
void expect_profile_folder(const std::string& file);

/// Writes the trace and gives the table: for each op its time, its rates, and the share of the
/// limit that is nearer, products or memory.
std::string write_profile(const backend::Profile& profile, const Path& file, int64_t steps,
                          const MachineLimits& limits);

/// The table alone.
std::string profile_table(const std::vector<backend::Profile::Kind>& kinds, int64_t steps,
                          const MachineLimits& limits);

}  // namespace tutti::run
