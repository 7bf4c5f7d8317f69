// SPDX-License-Identifier: Apache-2.0
// Brings a run's folder to an MLflow server: run.json as parameters, metrics.jsonl as metrics, and
// the state of mlflow.json. The files are the queue: what the server lacks is sent, whenever it was
// written, and no step of a metric twice.
#pragma once

#include <functional>

#include "tracking/mlflow_client.h"
#include "tracking/mlflow_run.h"
#include "tracking/run_record.h"

namespace tutti::tracking {

class RunUpload {
 public:
  /// `shown` takes the secrets out of a text that others will read.
  RunUpload(const MlflowClient& client, Path folder, std::function<std::string(std::string)> shown);

  /// Sends all that the folder has and the server lacks. Throws what MlflowClient's calls do; then
  /// the next call begins with asking the server what it has.
  void send();
  /// How many points of metrics it has sent.
  int64_t points() const { return points_; }
  /// The id of the run at the server; empty before the first send().
  std::string run_id() const { return run_ ? run_->id : ""; }

 private:
  /// Finds the run at the server, or makes it, and sends its parameters and tags.
  void meet_run(const RunRecord& record);
  void send_description();
  /// Sends the metrics that are new in the file.
  void send_metrics();
  /// The points of whole lines of the file from `offset_` on which the server lacks; moves on.
  std::vector<MetricPoint> next_points();
  void send_points(const std::vector<MetricPoint>& points);

  const MlflowClient& client_;
  const Path folder_;
  const std::function<std::string(std::string)> shown_;
  std::optional<ServerRun> run_;
  int64_t start_ = 0;
  std::string version_;  // of the file that was read: another one is read from its start
  uint64_t offset_ = 0;
  int64_t points_ = 0;
};

}  // namespace tutti::tracking
