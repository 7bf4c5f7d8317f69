// SPDX-License-Identifier: Apache-2.0
// mlflow.json: who a run is at a tracking server. It is in the run's folder and in its checkpoints,
// so that a training that goes on is the same run, also if the server was never reached.
#pragma once

#include <optional>
#include <string>

#include "base/files.h"
#include "tracking/mlflow_run.h"

namespace tutti::tracking {

inline constexpr const char* kRecordFile = "mlflow.json";

struct RunRecord {
  std::string key;          // 32 hexadecimal digits, by which the server's run is found
  std::string run_id = {};  // of a run that is at the server already; empty: found by the key
  std::string experiment = "Default";
  std::string experiment_id = {};  // empty: that of the experiment of this name
  std::string name = {};
  NamedTexts tags = {};
  std::string status = "RUNNING";  // as MLflow calls it: or FINISHED, FAILED, KILLED
  int64_t start = 0;               // Unix times in milliseconds
  int64_t end = 0;                 // 0: it has not ended
};

/// A random key.
std::string new_run_key();
/// The time now.
int64_t milliseconds_now();

/// What a folder's mlflow.json says; nothing where there is none. One that is not as above is a
/// UserError.
std::optional<RunRecord> read_record(const Path& folder);
void write_record(const Path& folder, const RunRecord& record);

}  // namespace tutti::tracking
