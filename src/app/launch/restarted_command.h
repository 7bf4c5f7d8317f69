// SPDX-License-Identifier: Apache-2.0
// The command of a job that `tutti launch` starts again after it has failed.
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

  /// The words of a training that goes on from the newest checkpoint of its --output_dir; another
  /// command's as they are. Of a training that is to replace what an earlier run has left there,
  /// none of that run's checkpoints is taken for its own.
  std::vector<std::string> resuming() const;

  /// The newest checkpoint's step; 0 where there is none.
  int64_t newest_step() const;

 private:
  bool has(const std::string& flag) const;

  std::vector<std::string> words_;
  Path output_;
  std::optional<Path> earlier_;  // the newest checkpoint before the first start
  std::filesystem::file_time_type earlier_time_;
};

}  // namespace tutti::app
