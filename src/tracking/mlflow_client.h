// SPDX-License-Identifier: Apache-2.0
// A client of MLflow's REST API, version 2.0, with the calls that a run needs:
// https://mlflow.org/docs/latest/rest-api.html. Times are Unix times in milliseconds.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/error.h"
#include "storage/http.h"

namespace tutti::tracking {

/// Where a server is, who asks, and which certificates are trusted.
struct MlflowServer {
  std::string address;             // http://HOST:PORT, without a slash at its end
  std::string authorization = {};  // the header of that name; empty: none
  std::string ca_file = {};        // empty: the system's certificates
};

/// No answer came, or one that says that the same request may succeed later.
class ServerIsAway : public std::runtime_error {
 public:
  ServerIsAway(const std::string& message, int64_t retry_seconds)
      : std::runtime_error(message), retry_seconds_(retry_seconds) {}
  /// How long the server asks to be left alone; 0 where it does not say.
  int64_t retry_seconds() const { return retry_seconds_; }

 private:
  int64_t retry_seconds_;
};

/// The server answered that the request is wrong, which it would answer again.
class ServerRefused : public UserError {
 public:
  ServerRefused(const std::string& message, std::string code)
      : UserError(ExitCode::io, message), code_(std::move(code)) {}
  /// MLflow's error_code, such as RESOURCE_DOES_NOT_EXIST; empty where it gave none.
  const std::string& error_code() const { return code_; }

 private:
  std::string code_;
};

struct MetricPoint {
  std::string name;
  double value = 0;
  int64_t time = 0;
  int64_t step = 0;
};

using NamedTexts = std::vector<std::pair<std::string, std::string>>;

/// What goes to the server in one request.
struct RunBatch {
  std::vector<MetricPoint> metrics;  // up to kMostMetrics
  NamedTexts parameters;             // up to kMostTexts, as tags
  NamedTexts tags;
};
/// The server takes up to 1000 of all three in one request, and 100 of parameters and of tags.
inline constexpr size_t kMostMetrics = 800, kMostTexts = 100;

/// A run as the server has it.
struct ServerRun {
  std::string id;
  std::string status;                         // RUNNING, FINISHED, FAILED, KILLED, SCHEDULED
  std::map<std::string, int64_t> last_steps;  // the highest step of each metric
  std::set<std::string> parameters;           // their names
};

/// Each call sends one request and waits for its answer; any of them throws ServerIsAway or
/// ServerRefused. Where libcurl is not installed, a UserError of exit code 3.
class MlflowClient {
 public:
  explicit MlflowClient(MlflowServer server);

  /// The id of an experiment, which is made where there is none of this name.
  std::string experiment(const std::string& name) const;
  /// The id of the run that has this value of a tag.
  std::optional<std::string> find_run(const std::string& experiment, const std::string& tag,
                                      const std::string& value) const;
  /// Makes a run and gives its id.
  std::string create_run(const std::string& experiment, const std::string& name, int64_t start,
                         const NamedTexts& tags) const;
  ServerRun read_run(const std::string& id) const;
  void log(const std::string& run, const RunBatch& batch) const;
  /// `end`: when the run ended; 0: it goes on.
  void set_status(const std::string& run, const std::string& status, int64_t end) const;

 private:
  nlohmann::json get(const std::string& call) const;
  nlohmann::json post(const std::string& call, const nlohmann::json& body) const;
  nlohmann::json send(const std::string& method, const std::string& call,
                      const std::string& body) const;

  MlflowServer server_;
  storage::Http http_;
};

}  // namespace tutti::tracking
