// SPDX-License-Identifier: Apache-2.0
// A suite: jobs that run the program, their metrics, and the metrics' bounds.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "report/baseline.h"

namespace tutti::report {

/// A number that a job produces, and its bounds.
struct SuiteMetric {
  std::string name;
  std::string from;  // a JSON file in the job's folder; empty: the job's stdout
  std::string key;   // in that file: "memory.total_bytes"; without a file, "seconds",
                     // "processor_seconds" and "peak_bytes" are the process's
  double threshold_percent = 10;
  Direction direction = Direction::lower_is_better;
  bool of_machine = false;
  std::optional<double> least, most;
};

struct SuiteJob {
  std::string name;
  std::vector<std::string>
      command;             // without the program; {output}, {data}, {job:NAME} are folders
  double time_limit = 60;  // seconds per run
  int64_t repeats = 1;
  int64_t most_repeats = 1;  // if more are needed for a clear result
  std::vector<SuiteMetric> metrics;
};

struct Suite {
  std::string name, description;
  double time_limit = 3600;  // seconds for all jobs
  std::vector<SuiteJob> jobs;
};

/// Reads a suite; UserErrors name the place and the key.
Suite parse_suite(const nlohmann::json& file, const std::string& where);

}  // namespace tutti::report
