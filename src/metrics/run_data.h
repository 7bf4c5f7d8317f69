// SPDX-License-Identifier: Apache-2.0
// The files of a training, read for a report: Tutti's own output folder, or the event files,
// metrics.jsonl or trainer_state.json of any trainer.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/files.h"

namespace tutti::metrics {

struct RunPoint {
  int64_t step = 0;
  double time = 0;   // Unix time in seconds; 0 where it is not known
  double value = 0;  // may be NaN
};

struct RunData {
  std::string name;                                     // no two runs of a report have the same
  std::map<std::string, std::vector<RunPoint>> curves;  // by tag ("train/loss"), by step
  std::map<std::string, double> last;                   // the evaluation after the training, by tag
  nlohmann::ordered_json run;                           // run.json; null where there is none
  nlohmann::ordered_json results;                       // all_results.json, likewise
  nlohmann::ordered_json profile;                       // profile.json, likewise
  std::vector<std::string> notes;                       // what a reader of the report should know

  /// The last finite value of a curve; NaN where there is none.
  double latest(const std::string& tag) const;
};

/// Reads a run: a folder (metrics.jsonl, else event files in it or in its runs/, else
/// trainer_state.json), or one such file. A folder without any of them is a UserError.
RunData read_run(const Path& path);

/// Reads several runs and gives those of the same name the folders that tell them apart.
std::vector<RunData> read_runs(const std::vector<Path>& paths);

}  // namespace tutti::metrics
