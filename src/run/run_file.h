// SPDX-License-Identifier: Apache-2.0
// run.json, from which `tutti train` repeats a run.
#pragma once

#include <thread>

#include "run/prepared_run.h"

namespace tutti::run {

class RunFile {
 public:
  /// Writes run.json into the output folder. A thread that yields to the training adds the SHA-256
  /// of the model's files, because hashing large ones takes seconds.
  RunFile(const PreparedRun& run, train::Programs& programs,
          const std::vector<std::string>& devices);
  /// Waits for that thread.
  ~RunFile();
  RunFile(const RunFile&) = delete;
  RunFile& operator=(const RunFile&) = delete;

 private:
  std::thread hashing_;
};

}  // namespace tutti::run
