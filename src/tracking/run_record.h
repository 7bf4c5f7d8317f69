// SPDX-License-Identifier: Apache-2.0
// mlflow.json: a run's identity on a tracking server. It is in the run's folder and its
// checkpoints, so that a resumed training is the same run, even if the server was never reached.
#pragma once

#include <optional>
#include <string>

#include "base/files.h"
#include "tracking/mlflow_run.h"

namespace tutti::tracking {

inline constexpr const char* kRecordFile = "mlflow.json";

struct RunRecord {
  std::string key;          // 32 hexadecimal digits, which identify the run on the server
  std::string run_id = {};  // of a run already on the server; empty: found by the key
  std::string experiment = "Default";
  std::string experiment_id = {};  // empty: found by the experiment's name
  std::string name = {};
  NamedTexts tags = {};
  std::string status = "RUNNING";  // MLflow's name: or FINISHED, FAILED, KILLED
  int64_t start = 0;               // Unix times in milliseconds
  int64_t end = 0;                 // 0: it has not ended
};

/// A random key.
std::string new_run_key();
/// The current time.
int64_t milliseconds_now();

/// Reads a folder's mlflow.json; nullopt if there is none. Throws a UserError if it is invalid.
std::optional<RunRecord> read_record(const Path& folder);
void write_record(const Path& folder, const RunRecord& record);

}  // namespace tutti::tracking
