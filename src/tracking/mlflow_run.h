// SPDX-License-Identifier: Apache-2.0
// A run as MLflow stores it, and the data sent for it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tutti::tracking {

struct MetricPoint {
  std::string name;
  double value = 0;
  int64_t time = 0;
  int64_t step = 0;
};

using NamedTexts = std::vector<std::pair<std::string, std::string>>;

/// The data of one request.
struct RunBatch {
  std::vector<MetricPoint> metrics;  // up to kMostMetrics
  NamedTexts parameters;             // up to kMostTexts, as tags
  NamedTexts tags;
};
/// The server accepts up to 1000 items in one request, and up to 100 parameters and 100 tags.
inline constexpr size_t kMostMetrics = 800, kMostTexts = 100;

/// A run on the server.
struct ServerRun {
  std::string id;
  std::string status;                         // RUNNING, FINISHED, FAILED, KILLED, SCHEDULED
  std::map<std::string, int64_t> last_steps;  // the highest step of each metric
  std::set<std::string> parameters;           // their names
};

}  // namespace tutti::tracking
