// SPDX-License-Identifier: Apache-2.0
#include "run/run_metrics.h"

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>

#include "base/log.h"
#include "base/text.h"
#include "metrics/metrics_line.h"
#include "run/mlflow.h"
#include "train/process_memory.h"

namespace tutti::run {
namespace {

using Phase = metrics::MetricsLine::Phase;

constexpr const char* kEvents = "tensorboard";
constexpr const char* kLines = "jsonl";
constexpr const char* kServer = "mlflow";
constexpr const char* kFiles = "all";  // files are always written

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

bool reports_to(const TrainSettings& settings, const std::string& name) {
  const std::vector<std::string> names = parts_of_list(settings.report_to);
  const auto has = [&](const std::string& one) {
    return std::find(names.begin(), names.end(), one) != names.end();
  };
  return has(name) || (name != kServer && has(kFiles));
}

}  // namespace

void expect_reports(const TrainSettings& settings) {
  if (settings.report_to == "none") return;
  const std::vector<std::string> names = parts_of_list(settings.report_to);
  for (const std::string& name : names)
    if (name != kEvents && name != kLines && name != kServer && name != kFiles)
      user_error(
          "--report_to {}: found {}, expected none, or {}, {}, {} and {} separated by commas; "
          "other tools read these files",
          escaped(settings.report_to), escaped(name), kFiles, kEvents, kLines, kServer);
  if (names.empty()) user_error("--report_to is empty; expected none where no files are wanted");
}

void expect_server(const TrainSettings& settings, const Context& context) {
  if (reports_to(settings, kServer)) mlflow_server(context);
}

RunMetrics::RunMetrics(const TrainSettings& settings, const Context& context, int64_t last_kept,
                       const nlohmann::json& history, data::Loader* loader,
                       const Path& resumed_from)
    : loader_(loader), output_(settings.output_dir) {
  if (reports_to(settings, kEvents))
    events_.emplace(settings.logging_dir.empty() ? output_ / "runs" : Path(settings.logging_dir),
                    seconds_now(), "tutti");
  if (reports_to(settings, kEvents) || reports_to(settings, kLines) ||
      reports_to(settings, kServer))
    counters_.read();  // starts the measurement of time shares
  // The lines are also the upload queue for a server.
  if (!reports_to(settings, kLines) && !reports_to(settings, kServer)) return;
  log_.emplace(output_ / metrics::kMetricsFile, last_kept, history);
  if (reports_to(settings, kServer)) begin_upload(resumed_from, last_kept < 0, context);
  if (!loader_ || last_kept < 0) return;
  step_ = last_kept;
  samples_ = loader_->features_before(step_);
  tokens_ = loader_->tokens_between(0, step_);
}

void RunMetrics::begin_upload(const Path& resumed_from, bool is_new, const Context& context) {
  record_ = mlflow_record(output_, resumed_from, is_new, context);
  write_record(output_, *record_);
  try {
    uploader_.emplace(mlflow_server(context), output_, hidden_secrets(context));
  } catch (const UserError& error) {
    // In a process that became the first one of a running training, which continues.
    log_warning("{}; `tutti sync {} mlflow` uploads this run later", error.what(),
                escaped(output_.string(), 1000));
  }
}

void RunMetrics::log(const train::LogEntry& entry) {
  Values line = {{"epoch", entry.epoch}};
  if (log_) add_rates(line, entry.step);
  Values tagged = {{"train/loss", entry.loss},
                   {"train/grad_norm", entry.gradient_norm},
                   {"train/learning_rate", entry.learning_rate}};
  for (size_t rank = 0; rank < entry.loads.size(); rank++) {
    const train::ProcessLoad& load = entry.loads[rank];
    const auto add = [&](const char* what, double value) {
      tagged.emplace_back(fmt::format("world/{}/rank_{}", what, rank), value);
    };
    add("tokens_per_second", load.tokens_per_second);
    add("micro_batches", static_cast<double>(load.share));
    add("waiting", load.waiting);
    add("hidden_communication", load.hidden);
    add("exposed_communication", load.exposed);
  }
  add_counters(tagged);
  write(Phase::train, entry.step, tagged, std::move(line));
}

void RunMetrics::evaluated(int64_t step, const std::map<std::string, double>& metrics, bool final) {
  const auto runtime = metrics.find("runtime");
  if (runtime != metrics.end()) evaluating_ += runtime->second;
  Values tagged;
  for (const auto& [name, value] : metrics) tagged.emplace_back("eval/" + name, value);
  write(final ? Phase::final : Phase::eval, step, tagged, {});
}

void RunMetrics::regrouped(const comm::Regrouping& regrouping, int64_t step) {
  write(Phase::regroup, step,
        {{"world/processes", static_cast<double>(regrouping.former.size())},
         {"world/regroup_seconds", regrouping.seconds}},
        {}, regrouping.cause.empty() ? "processes ask to take part" : regrouping.cause);
}

void RunMetrics::save(const Path& checkpoint) {
  if (log_) log_->sync();
  if (record_) write_record(checkpoint, *record_);
}

RunMetrics::~RunMetrics() {
  if (!record_) return;
  record_->status = is_finished_                     ? "FINISHED"
                    : std::uncaught_exceptions() > 0 ? "FAILED"
                                                     : "KILLED";
  record_->end = tracking::milliseconds_now();
  try {
    write_record(output_, *record_);
  } catch (const std::exception& error) {  // the training has its own result or error
    log_warning("{}; the server was not informed that the run has ended", error.what());
  }
  if (uploader_) uploader_->finish();
}

void RunMetrics::write(Phase phase, int64_t step, const Values& tagged, Values line,
                       const std::string& cause) {
  const double now = seconds_now();
  line.insert(line.begin(), {"time", now});
  line.emplace_back("memory_bytes", static_cast<double>(train::resident_memory()));
  line.emplace_back("peak_memory_bytes", static_cast<double>(train::peak_resident_memory()));
  line.insert(line.end(), tagged.begin(), tagged.end());
  if (events_)
    keep([&] {
      for (const auto& [tag, value] : tagged)
        events_->scalar(tag, static_cast<float>(value), step, now);
    });
  if (log_) keep([&] { log_->write({phase, step, std::move(line), cause}); });
}

void RunMetrics::keep(const std::function<void()>& write_entries) {
  try {
    write_entries();
  } catch (const UserError& error) {
    if (error.code() != ExitCode::io) throw;
    if (!std::exchange(lacks_entries_, true))
      log_warning("{}; the training continues, and these entries are lost", error.what());
  }
}

void RunMetrics::add_counters(Values& values) {
  const Clock::time_point now = Clock::now();
  if (counted_ && now - *counted_ < std::chrono::seconds(1)) return;
  counted_ = now;
  for (const counters::Reading& reading : counters_.read())
    for (const auto& [name, value] : counters::values_of(reading))
      values.emplace_back(fmt::format("hardware/{}/{}", reading.device, name), value);
}

void RunMetrics::add_rates(Values& line, int64_t step) {
  const int64_t samples = loader_->features_before(step);
  const int64_t tokens = tokens_ + loader_->tokens_between(step_, step);
  const Clock::time_point now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - since_).count() - evaluating_;
  const auto add = [&](const char* name, double value) { line.emplace_back(name, value); };
  add("samples", static_cast<double>(samples));
  add("tokens", static_cast<double>(tokens));
  if (seconds > 0) {
    add("samples_per_second", static_cast<double>(samples - samples_) / seconds);
    add("tokens_per_second", static_cast<double>(tokens - tokens_) / seconds);
  }
  step_ = step;
  samples_ = samples;
  tokens_ = tokens;
  since_ = now;
  evaluating_ = 0;
}

}  // namespace tutti::run
