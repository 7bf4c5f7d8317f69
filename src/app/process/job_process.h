// SPDX-License-Identifier: Apache-2.0
// Runs a program as a job: with its output in files, a time limit, and measurements.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/files.h"
#include "train/trainer.h"

namespace tutti::app {

/// The path of this program, for a child that runs it too.
inline constexpr const char* kProgramItself = "/proc/self/exe";

struct JobEnd {
  std::string failure;   // empty: it ended with code 0
  bool stopped = false;  // by us, because the flag was raised
  double seconds = 0, processor_seconds = 0;
  int64_t peak_bytes = 0;  // resident, code included
};

/// Runs `words`, a program's path and its arguments, with its standard output and error in files
/// and an empty standard input. After `limit` seconds times `slowdown` (of a machine that others
/// use too), or when the flag is raised, asks it and the processes that it started to end, and
/// kills them five seconds later. A program that cannot be started is a UserError with exit code 5.
JobEnd run_job_process(const std::vector<std::string>& words, const Path& out, const Path& error,
                       double limit, double slowdown, const train::StopFlag& stop);

}  // namespace tutti::app
