// SPDX-License-Identifier: Apache-2.0
// The runs below a folder: which there are, and how far each is, without reading them whole.
#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <map>
#include <string>
#include <vector>

#include "base/files.h"
#include "serve/run_watch.h"

namespace tutti::serve {

struct RunSummary {
  std::string id;  // its path below the folder, or "." for the folder itself
  Path path;
  double modified = 0;  // Unix time in seconds of its last values
  int64_t step = -1;    // the last; -1 where it is not known without reading the run
  double loss = 0;      // NaN where it is not known; so are the others
  double tokens_per_second = 0;
  double memory_bytes = 0;
  bool finished = false;  // it has written its results
};

/// The most runs that are listed.
inline constexpr size_t kMostRuns = 5'000;

class RunFolder {
 public:
  /// A UserError where `folder` is no folder.
  explicit RunFolder(Path folder);

  /// The runs, that with the newest values first. A run is a folder with a metrics.jsonl, or with
  /// event files in it. Folders are looked through five deep; links are not followed.
  std::vector<RunSummary> list();
  /// The run of an id that the last list has, and empty where there is none: no other path is ever
  /// opened. It lives until other runs were asked for 32 times.
  RunWatch* watch(const std::string& id);

 private:
  struct Tail {
    std::string version;
    RunSummary summary;
  };
  void look_into(const Path& folder, const std::string& id, int depth,
                 std::vector<RunSummary>& runs, size_t& looks);
  void add_run(const Path& folder, const Path& file, const std::string& id,
               std::vector<RunSummary>& runs);

  using Clock = std::chrono::steady_clock;

  Path folder_;
  Clock::time_point last_reading_;                       // of event files for this list
  std::map<std::string, Tail> tails_;                    // what was read, by id
  std::map<std::string, Path> known_;                    // of the last list
  std::list<std::pair<std::string, RunWatch>> watches_;  // that asked for last first
};

}  // namespace tutti::serve
