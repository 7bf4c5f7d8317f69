// SPDX-License-Identifier: Apache-2.0
#include "tracking/mlflow_client.h"

#include <nlohmann/json.hpp>

#include "base/percent_encoding.h"
#include "base/text.h"
#include "format/json.h"
#include "http/encoding.h"
#include "tracking/mlflow_errors.h"
#include "tracking/mlflow_json.h"
#include "tracking/mlflow_run.h"

namespace tutti::tracking {
namespace {

using nlohmann::json;

constexpr size_t kMostShown = 300;  // characters of a server's message

const char* advice_of(int status) {
  if (status == 401 || status == 403)
    return "; set MLFLOW_TRACKING_USERNAME and MLFLOW_TRACKING_PASSWORD, or MLFLOW_TRACKING_TOKEN";
  if (status == 404) return "; is MLFLOW_TRACKING_URI the address of an MLflow server?";
  return "";
}

}  // namespace

MlflowClient::MlflowClient(MlflowServer server)
    : server_(std::move(server)),
      http_({.ca_file = server_.ca_file,
             .ca_variable = "MLFLOW_TRACKING_SERVER_CERT_PATH",
             .connect_seconds = 5,
             .silence_seconds = 10,
             .whole_seconds = 30}) {}

json MlflowClient::send(const std::string& method, const std::string& call,
                        const std::string& body) const {
  const std::string where =
      fmt::format("MLflow at {}: {}", escaped(server_.address), call.substr(0, call.find('?')));
  http::Request request{
      method, server_.address + "/api/2.0/mlflow/" + call, {{"Content-Type", "application/json"}}};
  if (!server_.authorization.empty())
    request.headers.emplace_back("Authorization", server_.authorization);
  request.body = body;
  request.sent_once = method == "POST";  // a duplicate run or step would be wrong
  http::Answer answer;
  try {
    answer = http_.send(request);
  } catch (const http::Failure& failure) {
    throw ServerIsAway(fmt::format("{}: {}", where, failure.what()), 0);
  }
  if (answer.is_good()) return format::parse_json(answer.body, where);
  const auto [code, message] = problem_of(answer.body);
  const std::string said = fmt::format("{}: the server answered {} {} {}", where, answer.status,
                                       escaped(code), escaped(message, kMostShown));
  if (http::is_passing_status(answer.status))
    throw ServerIsAway(
        said, static_cast<int64_t>(http::whole_number(answer.header("retry-after")).value_or(0)));
  throw ServerRefused(said + advice_of(answer.status), code);
}

json MlflowClient::get(const std::string& call) const {
  return send("GET", call, "");
}

json MlflowClient::post(const std::string& call, const json& body) const {
  return send("POST", call, body.dump(-1, ' ', false, json::error_handler_t::replace));
}

std::string MlflowClient::experiment(const std::string& name) const {
  const auto look = [&] {
    const json answer = get("experiments/get-by-name?experiment_name=" + percent_encoded(name));
    return format::json_string(object_in(answer, "experiment"), "experiment_id",
                               "MLflow's experiment");
  };
  try {
    return look();
  } catch (const ServerRefused& refused) {
    if (refused.error_code() != "RESOURCE_DOES_NOT_EXIST") throw;
  }
  try {
    return format::json_string(post("experiments/create", {{"name", name}}), "experiment_id",
                               "MLflow's new experiment");
  } catch (const ServerRefused& refused) {
    if (refused.error_code() != "RESOURCE_ALREADY_EXISTS") throw;
    return look();  // another one made it at the same time
  }
}

std::optional<std::string> MlflowClient::find_run(const std::string& experiment,
                                                  const std::string& tag,
                                                  const std::string& value) const {
  const json found =
      list_of(post("runs/search", {{"experiment_ids", {experiment}},
                                   {"filter", fmt::format("tags.`{}` = '{}'", tag, value)},
                                   {"max_results", 1}}),
              "runs");
  if (found.empty()) return std::nullopt;
  return format::json_string(object_in(found[0], "info"), "run_id", "MLflow's run");
}

std::string MlflowClient::create_run(const std::string& experiment, const std::string& name,
                                     int64_t start, const NamedTexts& tags) const {
  const json made = post("runs/create", {{"experiment_id", experiment},
                                         {"run_name", name},
                                         {"start_time", start},
                                         {"tags", pairs_json(tags)}});
  return format::json_string(object_in(object_in(made, "run"), "info"), "run_id",
                             "MLflow's new run");
}

ServerRun MlflowClient::read_run(const std::string& id) const {
  const json answer = get("runs/get?run_id=" + percent_encoded(id));
  const json& run = object_in(answer, "run");
  ServerRun read{
      id, format::json_string(object_in(run, "info"), "status", "MLflow's run", ""), {}, {}};
  const json data = run.value("data", json::object());  // left out where it is empty
  for (const json& metric : list_of(data, "metrics"))
    read.last_steps[format::json_string(metric, "key", "MLflow's metric")] =
        whole_of(metric, "step");
  for (const json& parameter : list_of(data, "params"))
    read.parameters.insert(format::json_string(parameter, "key", "MLflow's parameter"));
  return read;
}

void MlflowClient::log(const std::string& run, const RunBatch& batch) const {
  post("runs/log-batch", {{"run_id", run},
                          {"metrics", metrics_json(batch.metrics)},
                          {"params", pairs_json(batch.parameters)},
                          {"tags", pairs_json(batch.tags)}});
}

void MlflowClient::set_status(const std::string& run, const std::string& status,
                              int64_t end) const {
  json body = {{"run_id", run}, {"status", status}};
  if (end > 0) body["end_time"] = end;
  post("runs/update", body);
}

}  // namespace tutti::tracking
