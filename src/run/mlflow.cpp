// SPDX-License-Identifier: Apache-2.0
#include "run/mlflow.h"

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/log.h"
#include "base/secrets.h"
#include "base/text.h"
#include "format/json.h"
#include "http/encoding.h"
#include "metrics/metrics_line.h"
#include "metrics/metrics_log.h"
#include "tracking/mlflow_errors.h"
#include "tracking/mlflow_run.h"
#include "tracking/run_upload.h"

namespace tutti::run {
namespace {

using tracking::RunRecord;

/// A header's value must not contain a line break.
std::string header_text(const Variables& variables, const char* name) {
  const std::string value = variables(name).value_or("");
  if (std::any_of(value.begin(), value.end(), [](char c) { return c >= 0 && c < ' '; }))
    user_error("{}: found a control character, expected none; set it without a line's end", name);
  return value;
}

std::string mlflow_authorization(const Variables& variables) {
  if (const std::string token = header_text(variables, "MLFLOW_TRACKING_TOKEN"); !token.empty())
    return "Bearer " + token;
  const std::string user = header_text(variables, "MLFLOW_TRACKING_USERNAME");
  const std::string password = header_text(variables, "MLFLOW_TRACKING_PASSWORD");
  if (user.empty() && password.empty()) return "";
  return "Basic " + http::base64_of(user + ":" + password);
}

tracking::NamedTexts tags_of_environment(const Variables& variables) {
  const auto text = variables("MLFLOW_TAGS");
  if (!text) return {};
  const nlohmann::json json = format::parse_json(*text, "MLFLOW_TAGS", 1000);
  if (!json.is_object())
    user_error("MLFLOW_TAGS: found {}, expected an object such as {{\"team\": \"law\"}}",
               format::json_found(json));
  tracking::NamedTexts tags;
  for (const auto& [name, value] : json.items())
    tags.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
  return tags;
}

RunRecord new_record(const Path& output, const Variables& variables) {
  RunRecord record;
  record.key = tracking::new_run_key();
  record.experiment = variables("MLFLOW_EXPERIMENT_NAME").value_or(record.experiment);
  record.experiment_id = variables("MLFLOW_EXPERIMENT_ID").value_or("");
  const Path folder = std::filesystem::absolute(output / "").parent_path();
  record.name = variables("MLFLOW_RUN_NAME").value_or(folder.filename().string());
  record.tags = tags_of_environment(variables);
  record.start = tracking::milliseconds_now();
  return record;
}

/// The record of a finished run, even if the run did not use MLflow.
RunRecord ended_record(const Path& folder, const Variables& variables) {
  const Path file = folder / metrics::kMetricsFile;
  if (!std::filesystem::exists(file))
    user_error("{}: there is no {}; expected the output folder of a training",
               escaped(folder.string(), 1000), metrics::kMetricsFile);
  const auto lines = metrics::read_metrics(file);
  const auto time_of = [](const metrics::MetricsLine& line) {
    const double time = line.value("time");
    return std::isfinite(time) ? static_cast<int64_t>(time * 1000) : int64_t{0};
  };
  std::optional<RunRecord> record = tracking::read_record(folder);
  if (!record) {
    record = new_record(folder, variables);
    if (!lines.empty()) record->start = time_of(lines.front());
  }
  if (record->status != "RUNNING") return *record;
  record->status = std::filesystem::exists(folder / "train_results.json") ? "FINISHED" : "KILLED";
  record->end = lines.empty() ? record->start : time_of(lines.back());
  return *record;
}

}  // namespace

tracking::MlflowServer mlflow_server(const Context& context) {
  const Variables& variables = context.variables;
  std::string address = variables("MLFLOW_TRACKING_URI").value_or("");
  const char* const expected =
      "expected http://HOST:PORT or https://HOST of an MLflow server, such as `mlflow server` "
      "starts";
  if (address.empty()) user_error("MLFLOW_TRACKING_URI is not set; {}", expected);
  if (!address.starts_with("http://") && !address.starts_with("https://"))
    user_error("MLFLOW_TRACKING_URI: found {}, {}", escaped(address), expected);
  const size_t host = address.find("//") + 2;
  if (address.substr(host, address.find('/', host) - host).find('@') != std::string::npos)
    user_error(
        "MLFLOW_TRACKING_URI: found a name before the host, expected none; put it into "
        "MLFLOW_TRACKING_USERNAME and MLFLOW_TRACKING_PASSWORD, which no log shows");
  while (address.ends_with('/')) address.pop_back();
  context.on_secrets();
  return {address, mlflow_authorization(variables),
          variables("MLFLOW_TRACKING_SERVER_CERT_PATH").value_or("")};
}

RunRecord mlflow_record(const Path& output, const Path& resumed_from, bool is_new,
                        const Context& context) {
  std::optional<RunRecord> record;
  if (!resumed_from.empty()) record = tracking::read_record(resumed_from);
  if (!record && !is_new) record = tracking::read_record(output);
  if (!record) record = new_record(output, context.variables);
  record->run_id = context.variables("MLFLOW_RUN_ID").value_or(record->run_id);
  record->status = "RUNNING";
  record->end = 0;
  return *record;
}

std::function<std::string(std::string)> hidden_secrets(const Context& context) {
  return [secrets = context.secrets()](std::string text) {
    return without_known_keys(without_secrets(std::move(text), secrets));
  };
}

int64_t upload_to_mlflow(const Path& folder, const Context& context) {
  constexpr int kAttempts = 6;
  const tracking::MlflowClient client(mlflow_server(context));
  if (!std::filesystem::is_directory(folder))
    user_error("{}: there is no such folder; expected the output folder of a training",
               escaped(folder.string(), 1000));
  const FolderLock lock(folder);
  write_record(folder, ended_record(folder, context.variables));
  tracking::RunUpload upload(client, folder, hidden_secrets(context));
  for (int attempt = 1;; attempt++) {
    try {
      upload.send();
      return upload.points();
    } catch (const tracking::ServerIsAway& away) {
      if (attempt == kAttempts)
        io_error("{}, {} times in a row; the same command resumes where this one ended",
                 away.what(), kAttempts);
      log_debug("{}", away.what());
      const std::chrono::milliseconds pause(200 << attempt);
      const std::chrono::seconds asked(std::min<int64_t>(away.retry_seconds(), 60));
      std::this_thread::sleep_for(std::max<std::chrono::milliseconds>(pause, asked));
    }
  }
}

}  // namespace tutti::run
