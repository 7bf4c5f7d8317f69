// SPDX-License-Identifier: Apache-2.0
// Shows where a training spent its time: a trace file and a table.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "backend/backend.h"
#include "backend/profile.h"
#include "base/files.h"
#include "run/product_rate.h"
#include "step/step_program.h"

namespace tutti::run {

/// The machine's limits in FLOP/s and bytes/s; 0 if not measured.
struct MachineLimits {
  double products = 0;
  double memory = 0;
  std::string source;  // whose products they are: "Tutti and oneDNN 2.6.3"
};

/// Measures them on a backend without a profile.
MachineLimits machine_limits(backend::Backend& backend, const task::Objective& objective,
                             int64_t tokens, const step::StepOptions& options, int threads,
                             Seconds seconds = Seconds::of_clock);

/// The kinds of one profile, in the format of profile.json in a run's folder.
nlohmann::ordered_json profile_json(const std::vector<backend::Profile::Kind>& kinds, int64_t steps,
                                    const MachineLimits& limits);

/// Throws early if the folder of --profile's file does not exist.
void expect_profile_folder(const std::string& file);

/// Writes the trace and returns the table: for each op its time, its rates, and its share of the
/// nearer limit, products or memory.
std::string write_profile(const backend::Profile& profile, const Path& file, int64_t steps,
                          const MachineLimits& limits);

/// Only the table.
std::string profile_table(const std::vector<backend::Profile::Kind>& kinds, int64_t steps,
                          const MachineLimits& limits);

}  // namespace tutti::run
