// SPDX-License-Identifier: Apache-2.0
#include "tracking/run_upload.h"

#include <sys/stat.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "base/version.h"
#include "format/json.h"
#include "metrics/metrics_line.h"
#include "metrics/metrics_log.h"
#include "tracking/mlflow_run.h"

namespace tutti::tracking {
namespace {

constexpr const char* kKeyTag = "tutti.run";
constexpr size_t kPiece = size_t{1} << 20;  // bytes of metrics.jsonl to read at a time
constexpr size_t kLongestValue = 6000;      // of a parameter, in MLflow
constexpr size_t kLongestName = 250;
constexpr size_t kLargestJson = size_t{1} << 24;

/// MLflow's names have letters, digits, and some other characters.
std::string mlflow_name(std::string name) {
  for (char& c : name) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_letter && !is_digit && std::string_view("_-. :/").find(c) == std::string_view::npos)
      c = '_';
  }
  return name.substr(0, kLongestName);
}

std::string text_of(const nlohmann::json& value) {
  std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  return text.substr(0, kLongestValue);
}

/// run.json; an empty object if there is none, as in an evaluation-only run.
nlohmann::json run_file(const Path& folder) {
  std::error_code failure;
  if (!std::filesystem::exists(folder / "run.json", failure)) return nlohmann::json::object();
  nlohmann::json run = format::read_json(folder / "run.json", kLargestJson);
  return run.is_object() ? run : nlohmann::json::object();
}

/// The values of a line, at its time, or at the run's start if it has none.
void append_points(const metrics::MetricsLine& line, int64_t start,
                   std::vector<MetricPoint>& points) {
  const double time = line.value("time");
  const int64_t at = std::isfinite(time) ? static_cast<int64_t>(time * 1000) : start;
  for (const auto& [name, value] : line.values)
    if (name != "time") points.push_back({mlflow_name(name), value, at, line.step});
}

}  // namespace

RunUpload::RunUpload(const MlflowClient& client, Path folder,
                     std::function<std::string(std::string)> shown)
    : client_(client), folder_(std::move(folder)), shown_(std::move(shown)) {}

void RunUpload::send() {
  try {
    std::optional<RunRecord> record = read_record(folder_);
    check(record.has_value(), "{} has no {}", folder_.string(), kRecordFile);
    if (!run_) meet_run(*record);
    send_metrics();
    if (run_->status != record->status) {
      client_.set_status(run_->id, record->status, record->end);
      run_->status = record->status;
    }
  } catch (...) {
    run_.reset();
    throw;
  }
}

void RunUpload::meet_run(const RunRecord& record) {
  start_ = record.start;
  std::string id = record.run_id;
  if (id.empty()) {
    const std::string experiment =
        record.experiment_id.empty() ? client_.experiment(record.experiment) : record.experiment_id;
    if (const auto found = client_.find_run(experiment, kKeyTag, record.key))
      id = *found;
    else
      id = client_.create_run(experiment, record.name, record.start, {{kKeyTag, record.key}});
  }
  run_ = client_.read_run(id);
  version_.clear();
  send_description();
  NamedTexts tags = {{"tutti.version", std::string(kVersion)}, {"mlflow.source.name", "tutti"}};
  for (const auto& [name, value] : record.tags) tags.emplace_back(name, shown_(value));
  client_.log(run_->id, {{}, {}, tags});
}

void RunUpload::send_description() {
  const nlohmann::json run = run_file(folder_);
  RunBatch batch;
  const auto arguments = run.find("arguments");
  if (arguments == run.end() || !arguments->is_object()) return;
  for (const auto& [name, value] : arguments->items()) {
    // A parameter keeps its first value, as MLflow never changes one.
    if (value.is_null() || run_->parameters.contains(name)) continue;
    batch.parameters.emplace_back(mlflow_name(name), shown_(text_of(value)));
    if (batch.parameters.size() < kMostTexts) continue;
    client_.log(run_->id, batch);
    batch.parameters.clear();
  }
  for (const char* tag : {"devices", "resolved_precision"})
    if (const auto found = run.find(tag); found != run.end())
      batch.tags.emplace_back(fmt::format("tutti.{}", tag), shown_(text_of(*found)));
  client_.log(run_->id, batch);
}

void RunUpload::send_metrics() {
  struct stat found {};
  const Path file = folder_ / metrics::kMetricsFile;
  if (::stat(file.c_str(), &found) != 0) return;
  // A repeated evaluation makes a new file.
  const std::string version = fmt::format("{}:{}", found.st_dev, found.st_ino);
  if (version != version_ || static_cast<uint64_t>(found.st_size) < offset_) offset_ = 0;
  version_ = version;
  for (uint64_t before = ~offset_; before != offset_;) {
    before = offset_;
    send_points(next_points());
  }
}

std::vector<MetricPoint> RunUpload::next_points() {
  const InputFile input(folder_ / metrics::kMetricsFile);
  std::string piece(std::min<uint64_t>(kPiece, input.size() - std::min(offset_, input.size())), 0);
  input.read_at(offset_, std::as_writable_bytes(std::span(piece)));
  const size_t whole = piece.rfind('\n') + 1;  // npos + 1 is 0
  offset_ += whole == 0 && piece.size() == kPiece ? kPiece : whole;
  std::vector<MetricPoint> points;
  std::string_view text = std::string_view(piece).substr(0, whole);
  for (size_t end; (end = text.find('\n')) != text.npos; text.remove_prefix(end + 1)) {
    try {
      const auto line = metrics::parse_metrics_line(text.substr(0, end), metrics::kMetricsFile);
      append_points(line, start_, points);
    } catch (const UserError& error) {
      log_warning("{}; the line is not sent", error.what());
    }
  }
  return points;
}

void RunUpload::send_points(const std::vector<MetricPoint>& points) {
  RunBatch batch;
  const auto flush = [&] {
    if (batch.metrics.empty()) return;
    client_.log(run_->id, batch);
    points_ += static_cast<int64_t>(batch.metrics.size());
    batch.metrics.clear();
  };
  for (const MetricPoint& point : points) {
    const auto [last, is_new] = run_->last_steps.try_emplace(point.name, point.step);
    if (!is_new && point.step <= last->second) continue;
    last->second = point.step;
    batch.metrics.push_back(point);
    if (batch.metrics.size() == kMostMetrics) flush();
  }
  flush();
}

}  // namespace tutti::tracking
