// SPDX-License-Identifier: Apache-2.0
// Trainings that the page has started. They are processes of their own, which go on when the page
// ends; what is known of them is kept in files, so that the next page knows them too.
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
  std::optional<int> exit_code;  // of one that has ended; nothing where nobody saw its end
};

/// "trains", "is being stopped", "finished", "stopped, to be resumed", "failed with exit code 2".
std::string text_of(const RunStatus& status);

class Jobs {
 public:
  /// `folder` has the runs. The files of jobs are in its folder ".serve", a folder for each.
  /// `program` is run as `program train RUN_FILE --output_dir ...`.
  Jobs(Path folder, std::string program);

  /// Whether a run may be called so: a path below the folder, of up to five parts of letters,
  /// digits and -_., of which none begins with a dot.
  static bool is_name(const std::string& run);

  /// Starts a training whose output folder is that of `run`. `arguments` are those of a run file. A
  /// UserError where that run trains already. A run that is resumed goes on with its log.
  void start(const std::string& run, const nlohmann::ordered_json& arguments);
  void resume(const std::string& run, const nlohmann::ordered_json& arguments);
  /// Asks a training to save its state and to end. False where it does not run.
  bool stop(const std::string& run);

  /// The status of a run that was started here; nothing for others.
  std::optional<RunStatus> status_of(const std::string& run);
  /// The runs that were started here, by name.
  std::vector<std::string> runs() const;
  /// How many of them run.
  size_t running() const;
  /// The log file of its process.
  Path log_of(const std::string& run) const;
  /// Notes which have ended since the last call.
  void poll();

 private:
  struct Training {
    pid_t id = 0;
    int64_t started = 0;  // as the system counts, so that a later process of this id is another
    std::unique_ptr<ChildProcess> child;  // none where another page has started it
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
