// SPDX-License-Identifier: Apache-2.0
// Uploads a run's folder to an MLflow server: run.json as parameters, metrics.jsonl as metrics, and
// the state in mlflow.json. The files are the queue: everything that the server lacks is sent,
// whenever it was written, and no step of a metric twice.
#pragma once

#include <functional>

#include "tracking/mlflow_client.h"
#include "tracking/mlflow_run.h"
#include "tracking/run_record.h"

namespace tutti::tracking {

class RunUpload {
 public:
  /// `shown` removes secrets from a text that others will read.
  RunUpload(const MlflowClient& client, Path folder, std::function<std::string(std::string)> shown);

  /// Sends everything that the server lacks. Throws as MlflowClient's calls do; the next call then
  /// first asks the server what it has.
  void send();
  /// The number of metric points sent.
  int64_t points() const { return points_; }
  /// The id of the run on the server; empty before the first send().
  std::string run_id() const { return run_ ? run_->id : ""; }

 private:
  /// Finds or creates the run on the server, and sends its parameters and tags.
  void meet_run(const RunRecord& record);
  void send_description();
  /// Sends the file's new metrics.
  void send_metrics();
  /// The points that the server lacks, from the complete lines after `offset_`; advances `offset_`.
  std::vector<MetricPoint> next_points();
  void send_points(const std::vector<MetricPoint>& points);

  const MlflowClient& client_;
  const Path folder_;
  const std::function<std::string(std::string)> shown_;
  std::optional<ServerRun> run_;
  int64_t start_ = 0;
  std::string version_;  // of the file read: a new version is read from its start
  uint64_t offset_ = 0;
  int64_t points_ = 0;
};

}  // namespace tutti::tracking
