// SPDX-License-Identifier: Apache-2.0
#include "serve/run_folder.h"

#include <sys/stat.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"
#include "format/tfevents_read.h"
#include "metrics/metrics_line.h"
#include "metrics/metrics_log.h"
#include "metrics/run_data.h"
#include "pages/run_html.h"
#include "serve/fast_line.h"

namespace tutti::serve {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepest = 5;
constexpr size_t kMostLooks = 200'000;  // at entries of folders
constexpr size_t kTail = 16'000;        // bytes, some lines of a training
constexpr size_t kLastSteps = 8;        // log entries from which the speed is taken
constexpr const char* kArgumentsFile = "run.json";
constexpr size_t kLargestRunFile = size_t{1} << 20;
constexpr size_t kMostWatches = 32;
constexpr off_t kMostEvents = off_t{16} << 20;           // bytes of an event file that a list reads
constexpr std::chrono::milliseconds kReadingOfAll{500};  // of event files, for one list

/// What values say about a run.
void summarise(const metrics::RunData& run, RunSummary& summary) {
  summary.loss = pages::loss_of(run);
  summary.tokens_per_second = run.latest("tokens_per_second");
  summary.memory_bytes = run.latest("memory_bytes");
  summary.epoch = run.latest("epoch");
  if (!std::isfinite(summary.epoch)) summary.epoch = run.latest("train/epoch");
  std::tie(summary.metric, summary.metric_value) = pages::metric_of(run);
  for (const char* tag : {"train/loss", "loss"}) {
    const auto curve = run.curves.find(tag);
    if (curve == run.curves.end()) continue;
    const auto& points = curve->second;
    const metrics::RunPoint& first = points[points.size() - std::min(kLastSteps, points.size())];
    const metrics::RunPoint& last = points.back();
    if (first.time > 0 && last.step > first.step)
      summary.step_seconds = (last.time - first.time) / static_cast<double>(last.step - first.step);
    return;
  }
}

/// What the last lines of a metrics file say.
void read_tail(const Path& file, RunSummary& summary) {
  metrics::RunData run;
  try {
    std::string text = last_lines(file, kTail);
    std::string_view rest = text;
    for (size_t end; (end = rest.find('\n')) != std::string_view::npos;
         rest.remove_prefix(end + 1)) {
      const metrics::MetricsLine line = metrics_line(rest.substr(0, end), 0);
      summary.step = std::max(summary.step, line.step);
      const double time = line.value("time");
      for (const auto& [name, value] : line.values)
        run.curves[name].push_back({line.step, std::isfinite(time) ? time : 0, value});
    }
  } catch (const UserError&) {  // the run's own page says what is wrong
  }
  summarise(run, summary);
}

/// The same for an event file. Sets `arguments` to the trainer's.
void read_events_of(const Path& file, RunSummary& summary, nlohmann::json& arguments) {
  metrics::RunData run;
  try {
    format::EventCurves events = format::read_events(file);
    for (const auto& [tag, points] : events.curves)
      for (const format::EventPoint& point : points) {
        summary.step = std::max(summary.step, point.step);
        run.curves[tag].push_back({point.step, point.time, point.value});
      }
    if (const auto found = metrics::take_arguments(events.texts); found.is_object())
      arguments = found.at("arguments");
  } catch (const UserError&) {
  }
  summarise(run, summary);
}

/// The arguments in a run.json; null if it has none.
nlohmann::json arguments_in(const Path& file) {
  try {
    const nlohmann::json run = format::read_json(file, kLargestRunFile);
    if (run.is_object() && run.contains("arguments") && run["arguments"].is_object())
      return run["arguments"];
  } catch (const UserError&) {  // the run's own page says what is wrong
  }
  return nullptr;
}

double number_of(const nlohmann::json& arguments, const char* name) {
  const bool has_it = arguments.contains(name) && arguments[name].is_number();
  return has_it ? arguments[name].get<double>() : NAN;
}

/// What the arguments say about a run.
void take_arguments_of(const nlohmann::json& arguments, RunSummary& summary) {
  summary.steps = NAN;
  if (!arguments.is_object()) return;
  if (arguments.contains("task") && arguments["task"].is_string())
    summary.task = arguments["task"].get<std::string>();
  if (const double most = number_of(arguments, "max_steps"); most > 0)
    summary.steps = most;
  else if (summary.epoch > 0)
    summary.steps = std::round(static_cast<double>(summary.step) *
                               number_of(arguments, "num_train_epochs") / summary.epoch);
}

std::string version_of(const struct stat& found) {
  return fmt::format("{}:{}:{}:{}", found.st_ino, found.st_size, found.st_mtim.tv_sec,
                     found.st_mtim.tv_nsec);
}

}  // namespace

double RunSummary::seconds_left() const {
  const double seconds = (steps - static_cast<double>(step)) * step_seconds;
  return std::max(seconds, 0.0);  // NaN stays NaN
}

RunFolder::RunFolder(Path folder, TaskOf task_of)
    : folder_(std::move(folder)), task_of_(std::move(task_of)) {
  std::error_code failure;
  if (!fs::is_directory(folder_, failure))
    user_error("{0}: expected a folder with runs below it; `mkdir {0}` makes one",
               escaped(folder_.string(), 1000));
}

void RunFolder::add_run(const Path& folder, const Path& file, const std::string& id,
                        std::vector<RunSummary>& runs) {
  struct stat found {};
  if (::lstat(file.c_str(), &found) != 0) return;  // it was removed meanwhile
  const std::string version = version_of(found);
  Tail& tail = tails_[id];
  if (tail.version != version) {
    tail.version = version;
    tail.summary = {.id = id, .path = folder, .task = tail.summary.task};
    tail.summary.modified = static_cast<double>(found.st_mtim.tv_sec) +
                            1e-9 * static_cast<double>(found.st_mtim.tv_nsec);
    if (file.filename() == metrics::kMetricsFile) {
      read_tail(file, tail.summary);
    } else if (found.st_size <= kMostEvents && Clock::now() < last_reading_) {
      read_events_of(file, tail.summary, tail.arguments);
    } else if (found.st_size <= kMostEvents) {
      tail.version.clear();  // the next list reads it
    }
  }
  struct stat run {};
  if (::lstat((folder / kArgumentsFile).c_str(), &run) == 0 && S_ISREG(run.st_mode))
    if (const std::string now = version_of(run); now != tail.run_version) {
      tail.run_version = now;
      tail.arguments = arguments_in(folder / kArgumentsFile);
      tail.summary.task = task_of_ && tail.arguments.is_object() ? task_of_(tail.arguments) : "";
    }
  take_arguments_of(tail.arguments, tail.summary);
  std::error_code failure;
  tail.summary.finished = fs::exists(folder / "all_results.json", failure);
  runs.push_back(tail.summary);
}

void RunFolder::look_into(const Path& folder, const std::string& id, int depth,
                          std::vector<RunSummary>& runs, size_t& looks) {
  std::vector<Path> folders;
  Path events;
  bool has_metrics = false;
  std::error_code failure, ignored;
  for (fs::directory_iterator at(folder, failure), end; !failure && at != end;
       at.increment(failure)) {
    if (++looks > kMostLooks) return;
    const std::string name = at->path().filename().string();
    const fs::file_status status = at->symlink_status(ignored);
    if (fs::is_directory(status) && !name.starts_with('.')) folders.push_back(at->path());
    if (!fs::is_regular_file(status)) continue;
    if (name == metrics::kMetricsFile) has_metrics = true;
    if (format::is_event_file(at->path()) && at->path() > events) events = at->path();
  }
  if (runs.size() < kMostRuns && (has_metrics || !events.empty()))
    add_run(folder, has_metrics ? folder / metrics::kMetricsFile : events, id.empty() ? "." : id,
            runs);
  if (depth == kDeepest) return;
  for (const Path& child : folders) {
    const std::string name = child.filename().string();
    if (has_metrics && name == "runs") continue;  // the same values as event files
    look_into(child, id.empty() ? name : id + "/" + name, depth + 1, runs, looks);
  }
}

std::vector<RunSummary> RunFolder::list() {
  std::vector<RunSummary> runs;
  size_t looks = 0;
  last_reading_ = Clock::now() + kReadingOfAll;
  look_into(folder_, "", 0, runs, looks);
  std::sort(runs.begin(), runs.end(), [](const RunSummary& a, const RunSummary& b) {
    return std::pair(-a.modified, a.id) < std::pair(-b.modified, b.id);
  });
  known_.clear();
  for (const RunSummary& run : runs) known_[run.id] = run.path;
  std::erase_if(tails_, [&](const auto& tail) { return !known_.contains(tail.first); });
  return runs;
}

RunWatch* RunFolder::watch(const std::string& id) {
  const auto known = known_.find(id);
  if (known == known_.end()) return nullptr;
  const auto found = std::find_if(watches_.begin(), watches_.end(),
                                  [&](const auto& one) { return one.first == id; });
  if (found != watches_.end()) {
    watches_.splice(watches_.begin(), watches_, found);
  } else {
    watches_.emplace_front(id, RunWatch(known->second));
    if (watches_.size() > kMostWatches) watches_.pop_back();
  }
  return &watches_.front().second;
}

}  // namespace tutti::serve
