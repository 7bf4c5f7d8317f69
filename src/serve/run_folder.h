// SPDX-License-Identifier: Apache-2.0
// Finds the runs below a folder, and how far each has come, without reading them whole.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <list>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/files.h"
#include "serve/run_watch.h"

namespace tutti::serve {

struct RunSummary {
  std::string id;  // its path below the folder, or "." for the folder itself
  Path path = {};
  double modified = 0;  // Unix time in seconds of its last values
  int64_t step = -1;    // the last; -1 if only reading the whole run would show it
  // The following numbers are NaN while they are not known.
  double loss = std::numeric_limits<double>::quiet_NaN();
  double tokens_per_second = loss, memory_bytes = loss;
  double epoch = loss;
  double step_seconds = loss;  // of one step, from its last log entries
  std::string metric = {};     // the name of its most telling evaluation value
  double metric_value = loss;
  bool finished = false;  // it has written its results
  std::string task = {};  // from its run.json; empty if that names none
  double steps = loss;    // how many it will take

  /// The time until its last step, at the speed of its last log entries.
  double seconds_left() const;
};

/// The largest number of runs in a list.
inline constexpr size_t kMostRuns = 5'000;

class RunFolder {
 public:
  /// The task of a run with these arguments; empty if unknown.
  using TaskOf = std::function<std::string(const nlohmann::json& arguments)>;

  /// Throws a UserError if `folder` is not a folder. It calls `task_of` for runs whose run.json
  /// names no task.
  explicit RunFolder(Path folder, TaskOf task_of = {});

  /// The runs, the one with the newest values first. A run is a folder with a metrics.jsonl or with
  /// event files, at most five levels deep. Links are not followed.
  std::vector<RunSummary> list();
  /// The run with this id in the last list, or null: no other path is ever opened. It stays valid
  /// until 32 other runs have been requested.
  RunWatch* watch(const std::string& id);

 private:
  struct Tail {
    std::string version, run_version;  // of the file of values, and of run.json
    RunSummary summary;
    nlohmann::json arguments;  // of run.json
  };
  void look_into(const Path& folder, const std::string& id, int depth,
                 std::vector<RunSummary>& runs, size_t& looks);
  void add_run(const Path& folder, const Path& file, const std::string& id,
               std::vector<RunSummary>& runs);

  using Clock = std::chrono::steady_clock;

  Path folder_;
  TaskOf task_of_;
  Clock::time_point last_reading_;                       // of event files for this list
  std::map<std::string, Tail> tails_;                    // what was read, by id
  std::map<std::string, Path> known_;                    // of the last list
  std::list<std::pair<std::string, RunWatch>> watches_;  // the one requested last first
};

}  // namespace tutti::serve
