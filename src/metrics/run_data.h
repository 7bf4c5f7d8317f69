// SPDX-License-Identifier: Apache-2.0
// Reads the files of a training for a report: Tutti's own output folder, or any trainer's event
// files, metrics.jsonl or trainer_state.json.
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
  double time = 0;   // Unix time in seconds; 0: unknown
  double value = 0;  // may be NaN
};

struct RunData {
  std::string name;                                     // unique within a report
  std::map<std::string, std::vector<RunPoint>> curves;  // by tag ("train/loss"), by step
  std::map<std::string, double> last;                   // the evaluation after the training, by tag
  std::map<std::string, std::string> texts;             // by tag, of event files: samples, notes
  nlohmann::ordered_json run;                           // run.json; null if there is none
  nlohmann::ordered_json results;                       // all_results.json, likewise
  nlohmann::ordered_json profile;                       // profile.json, likewise
  std::vector<std::string> notes;                       // remarks for the report's readers

  /// The last finite value of a curve; NaN if there is none.
  double latest(const std::string& tag) const;
};

/// The arguments among the texts of an event file, where transformers' callback writes them, as
/// run.json has them; null if there are none. They, and the model's, are taken out of `texts`.
nlohmann::ordered_json take_arguments(std::map<std::string, std::string>& texts);

/// Reads a run: a folder (metrics.jsonl, else event files in it or in its runs/, else
/// trainer_state.json), or one such file. Throws a UserError for a folder without any of them.
RunData read_run(const Path& path);

/// Reads several runs. Names each by its last folders, as many as make all names unique.
std::vector<RunData> read_runs(const std::vector<Path>& paths);

}  // namespace tutti::metrics
