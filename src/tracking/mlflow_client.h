// SPDX-License-Identifier: Apache-2.0
// A client for MLflow's REST API, version 2.0, with the calls that a run needs:
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

#include "http/client.h"
#include "tracking/mlflow_run.h"

namespace tutti::tracking {

/// A server's address, the authorization, and the trusted certificates.
struct MlflowServer {
  std::string address;             // http://HOST:PORT, without a trailing slash
  std::string authorization = {};  // the Authorization header; empty: none
  std::string ca_file = {};        // empty: the system's certificates
};

/// Each call sends one request and waits for its answer. Any call may throw ServerIsAway,
/// ServerRefused, or a UserError of exit code 3 if libcurl is not installed.
class MlflowClient {
 public:
  explicit MlflowClient(MlflowServer server);

  /// The id of the experiment of this name, creating it if necessary.
  std::string experiment(const std::string& name) const;
  /// The id of the run that has this value of a tag.
  std::optional<std::string> find_run(const std::string& experiment, const std::string& tag,
                                      const std::string& value) const;
  /// Creates a run and returns its id.
  std::string create_run(const std::string& experiment, const std::string& name, int64_t start,
                         const NamedTexts& tags) const;
  ServerRun read_run(const std::string& id) const;
  void log(const std::string& run, const RunBatch& batch) const;
  /// `end`: when the run ended; 0: it continues.
  void set_status(const std::string& run, const std::string& status, int64_t end) const;

 private:
  nlohmann::json get(const std::string& call) const;
  nlohmann::json post(const std::string& call, const nlohmann::json& body) const;
  nlohmann::json send(const std::string& method, const std::string& call,
                      const std::string& body) const;

  MlflowServer server_;
  http::Client http_;
};

}  // namespace tutti::tracking
