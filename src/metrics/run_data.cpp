// SPDX-License-Identifier: Apache-2.0
#include "metrics/run_data.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"
#include "format/tfevents_read.h"
#include "metrics/metrics_line.h"
#include "metrics/metrics_log.h"
#include "metrics/trainer_state.h"

namespace tutti::metrics {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostEventFiles = 1'000;

void add_lines(RunData& run, const std::vector<MetricsLine>& lines) {
  for (const MetricsLine& line : lines)
    visit_values(
        line,
        [&](const std::string& name, double time, double value) {
          run.curves[name].push_back({line.step, time, value});
        },
        [&](const std::string& name, double value) { run.last[name] = value; });
}

/// A resumed run writes several files; if two contain the same step, the later one's value counts.
void add_events(RunData& run, const std::vector<Path>& files) {
  for (const Path& file : files) {
    format::EventCurves events = format::read_events(file);
    if (events.cut_off)
      run.notes.push_back(fmt::format("{} ends within a record: the run continues, or was killed",
                                      escaped(file.filename().string())));
    nlohmann::ordered_json arguments = take_arguments(events.texts);
    if (run.run.is_null()) run.run = std::move(arguments);
    run.texts.merge(events.texts);
    for (const auto& [tag, points] : events.curves)
      for (const format::EventPoint& point : points)
        run.curves[tag].push_back({point.step, point.time, point.value});
  }
}

std::vector<Path> event_files(const Path& folder) {
  std::vector<Path> files;
  std::error_code failure;
  for (fs::recursive_directory_iterator at(folder, failure), end; !failure && at != end;
       at.increment(failure)) {
    if (at.depth() >= 3) at.disable_recursion_pending();
    if (at->is_regular_file(failure) && format::is_event_file(at->path()))
      files.push_back(at->path());
    if (files.size() > kMostEventFiles)
      user_error("{}: found more than {} event files; name the folder of one run",
                 escaped(folder.string(), 1000), kMostEventFiles);
  }
  if (failure)
    io_error("{}: cannot be read: {}", escaped(folder.string(), 1000), failure.message());
  std::sort(files.begin(), files.end(), [](const Path& a, const Path& b) {
    return std::pair(a.filename(), a) < std::pair(b.filename(), b);
  });
  return files;
}

void sort_curves(RunData& run) {
  for (auto& [tag, points] : run.curves) {
    std::stable_sort(points.begin(), points.end(),
                     [](const RunPoint& a, const RunPoint& b) { return a.step < b.step; });
    std::vector<RunPoint> last_of_each;
    for (const RunPoint& point : points) {
      if (!last_of_each.empty() && last_of_each.back().step == point.step)
        last_of_each.back() = point;
      else
        last_of_each.push_back(point);
    }
    points = std::move(last_of_each);
  }
}

nlohmann::ordered_json json_or_null(const Path& file) {
  std::error_code failure;
  if (!fs::exists(file, failure)) return nullptr;
  nlohmann::ordered_json value = format::read_json(file, size_t{1} << 24);
  if (!value.is_object())
    user_error("{}: found {}, expected an object", escaped(file.string(), 1000),
               format::json_found(value));
  return value;
}

void read_folder(RunData& run, const Path& folder) {
  run.run = json_or_null(folder / "run.json");
  run.results = json_or_null(folder / "all_results.json");
  run.profile = json_or_null(folder / "profile.json");
  std::error_code failure;
  if (fs::exists(folder / kMetricsFile, failure)) {
    add_lines(run, read_metrics(folder / kMetricsFile));
    return;
  }
  add_events(run, event_files(folder));
  if (run.curves.empty() && fs::exists(folder / "trainer_state.json", failure))
    add_lines(run, read_trainer_state(folder / "trainer_state.json"));
  if (run.curves.empty() && run.results.is_null())
    user_error(
        "{}: found no {}, event file (*tfevents*) or trainer_state.json with values; expected the "
        "--output_dir of a training, or a folder that TensorBoard reads",
        escaped(folder.string(), 1000), kMetricsFile);
}

void read_one_file(RunData& run, const Path& file) {
  if (format::is_event_file(file))
    add_events(run, {file});
  else if (file.extension() == ".jsonl")
    add_lines(run, read_metrics(file));
  else if (file.extension() == ".json")
    add_lines(run, read_trainer_state(file));
  else
    user_error(
        "{}: expected a run's folder, an event file (*tfevents*), a .jsonl file of metrics, "
        "or trainer_state.json",
        escaped(file.string(), 1000));
  if (run.curves.empty())
    user_error("{}: there is no value in this file", escaped(file.string(), 1000));
}

/// The last `count` parts of a path, "a/b".
std::string tail_of(const Path& path, size_t count) {
  std::vector<std::string> parts;
  for (const Path& part : path) parts.push_back(part.string());
  count = std::min(count, parts.size());
  return fmt::format("{}",
                     fmt::join(parts.end() - static_cast<std::ptrdiff_t>(count), parts.end(), "/"));
}

}  // namespace

nlohmann::ordered_json take_arguments(std::map<std::string, std::string>& texts) {
  texts.erase("model_config/text_summary");
  const auto found = texts.extract("args/text_summary");
  if (found.empty()) return nullptr;
  try {
    auto arguments =
        format::parse_json_ordered(without_python_numbers(found.mapped()), found.key());
    if (arguments.is_object()) return {{"arguments", std::move(arguments)}};
  } catch (const UserError&) {  // another trainer's text
  }
  return nullptr;
}

double RunData::latest(const std::string& tag) const {
  const auto found = curves.find(tag);
  if (found == curves.end()) return NAN;
  for (auto point = found->second.rbegin(); point != found->second.rend(); ++point)
    if (std::isfinite(point->value)) return point->value;
  return NAN;
}

RunData read_run(const Path& path) {
  RunData run;
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  if (!fs::exists(status))
    user_error("{}: there is no such file or folder; expected a run", escaped(path.string(), 1000));
  if (fs::is_directory(status))
    read_folder(run, path);
  else
    read_one_file(run, path);
  sort_curves(run);
  return run;
}

std::vector<RunData> read_runs(const std::vector<Path>& paths) {
  std::vector<RunData> runs;
  std::vector<Path> places;
  for (const Path& path : paths) {
    runs.push_back(read_run(path));
    Path place = fs::absolute(path).lexically_normal();
    if (!place.has_filename()) place = place.parent_path();
    if (place.filename() == "runs") place = place.parent_path();  // transformers' folder of events
    if (std::find(places.begin(), places.end(), place) != places.end())
      user_error("{}: this run is given twice", escaped(path.string(), 1000));
    places.push_back(place);
  }
  for (size_t count = 1;; count++) {
    std::set<std::string> names;
    for (size_t i = 0; i < runs.size(); i++) {
      runs[i].name = tail_of(places[i], count);
      names.insert(runs[i].name);
    }
    if (names.size() == runs.size()) return runs;
  }
}

}  // namespace tutti::metrics
