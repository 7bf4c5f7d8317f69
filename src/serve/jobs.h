// SPDX-License-Identifier: Apache-2.0
// Trainings that the page has started. They are separate processes and outlive the page, which
// records what it knows about them in files for the next page.
#pragma once

#include <sys/types.h>

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/child.h"
#include "base/files.h"

namespace tutti::serve {

struct RunStatus {
  enum class State { running, stopping, ended };

  State state = State::ended;
  std::optional<int> exit_code;  // of a training that has ended, if its end was seen
};

/// "training", "stopping", "finished", "stopped", "failed: exit code 2".
std::string text_of(const RunStatus& status);

class Jobs {
 public:
  /// `folder` contains the runs. Each job keeps its files in a folder in ".serve" there. A training
  /// runs `program train RUN_FILE`.
  Jobs(Path folder, std::string program);

  /// Whether a run may have this name: a path below the folder with at most five parts, which
  /// consist of letters, digits and -_. and do not begin with a dot.
  static bool is_name(const std::string& run);

  /// Starts a training that writes into the folder of `run`. `arguments` are those of a run file.
  /// Throws a UserError if the run is already training. A run that is resumed appends to its log.
  void start(const std::string& run, const nlohmann::ordered_json& arguments);
  void resume(const std::string& run, const nlohmann::ordered_json& arguments);
  /// Asks a training to save its state and end. False if it is not running.
  bool stop(const std::string& run);

  /// The status of a run that the page has started; nothing for other runs.
  std::optional<RunStatus> status_of(const std::string& run);
  /// The runs that the page has started, by name.
  std::vector<std::string> runs() const;
  /// How many of them are training.
  size_t running() const;
  /// The log file of its process.
  Path log_of(const std::string& run) const;
  /// Notes which trainings have ended since the last call.
  void poll();

 private:
  struct Training {
    pid_t id = 0;
    int64_t started = 0;                  // in ticks since boot: no later process of this id has it
    std::unique_ptr<ChildProcess> child;  // none if an earlier page started it
    RunStatus status;
  };

  Path folder_of(const std::string& run) const;
  void begin(const std::string& run, nlohmann::ordered_json arguments, bool resumes);
  void update(const std::string& run, Training& training);
  void write(const std::string& run, const Training& training) const;
  void read_all();

  Path folder_;
  std::string program_;
  std::map<std::string, Training> trainings_;  // by run
};

}  // namespace tutti::serve
