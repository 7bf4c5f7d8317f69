// SPDX-License-Identifier: Apache-2.0
// The command of a job that `tutti launch` restarts after a failure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/files.h"

namespace tutti::app {

class RestartedCommand {
 public:
  /// `words` is the command before its first start.
  explicit RestartedCommand(std::vector<std::string> words);

  /// The words of a training that resumes from the newest checkpoint in its --output_dir; other
  /// commands stay unchanged. A training that replaces an earlier run there does not resume from
  /// that run's checkpoints.
  std::vector<std::string> resuming() const;

  /// The newest checkpoint's step; 0 if there is none.
  int64_t newest_step() const;

 private:
  bool has(const std::string& flag) const;

  std::vector<std::string> words_;
  Path output_;
  std::optional<Path> earlier_;  // the newest checkpoint before the first start
  std::filesystem::file_time_type earlier_time_;
};

}  // namespace tutti::app
