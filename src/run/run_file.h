// SPDX-License-Identifier: Apache-2.0
// run.json, from which `tutti train` repeats a run.
#pragma once

#include <thread>

#include "run/prepared_run.h"

namespace tutti::run {

class RunFile {
 public:
  /// Writes run.json into the output folder. SHA-256 of the files that the model is read from is
  /// added in a thread that leaves the processors to the training: large ones take seconds.
  RunFile(const PreparedRun& run, train::Programs& programs,
          const std::vector<std::string>& devices);
  /// Waits until it is added.
  ~RunFile();
  RunFile(const RunFile&) = delete;
  RunFile& operator=(const RunFile&) = delete;

 private:
  std::thread hashing_;
};

}  // namespace tutti::run
