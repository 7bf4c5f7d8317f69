// SPDX-License-Identifier: Apache-2.0
#include "run/recorded_runs.h"

#include <algorithm>

#include "base/error.h"
#include "base/statistics.h"
#include "base/text.h"
#include "format/json.h"
#include "metrics/metrics_log.h"
#include "nlohmann/json.hpp"

namespace tutti::run {
namespace {

/// The median seconds per step, over the intervals between log lines.
double step_seconds(const Path& file) {
  std::vector<double> seconds;
  const metrics::MetricsLine* before = nullptr;
  const std::vector<metrics::MetricsLine> lines = metrics::read_metrics(file);
  for (const metrics::MetricsLine& line : lines) {
    if (line.phase != metrics::MetricsLine::Phase::train) continue;
    if (before && line.step > before->step)
      seconds.push_back((line.value("time") - before->value("time")) /
                        static_cast<double>(line.step - before->step));
    before = &line;
  }
  if (seconds.empty())
    user_error(
        "{}: found fewer than two lines of steps, which tell the time of one; train with "
        "smaller --logging_steps",
        escaped(file.string(), 1000));
  return median_of(seconds);
}

/// "NAME", or "2 x NAME, OTHER" for several devices.
std::string devices_text(const nlohmann::json& devices) {
  std::vector<std::pair<std::string, int64_t>> counts;
  for (const nlohmann::json& device : devices) {
    const std::string name = device.is_string() ? device.get<std::string>() : device.dump();
    if (counts.empty() || counts.back().first != name) counts.emplace_back(name, 0);
    counts.back().second++;
  }
  std::string text;
  for (const auto& [name, count] : counts)
    text += (text.empty() ? "" : ", ") + (count > 1 ? fmt::format("{} x {}", count, name) : name);
  return text;
}

RecordedRun read_recorded_run(const Path& folder) {
  const Path run_file = folder / "run.json", results_file = folder / "train_results.json";
  const nlohmann::json run = format::read_json(run_file);
  const nlohmann::json results = format::read_json(results_file);
  const std::string where = escaped(run_file.string(), 1000);
  if (!run.is_object() || !run.contains("devices") || !run["devices"].is_array())
    user_error("{}: devices is missing; expected what `tutti train` writes", where);
  RecordedRun recorded;
  recorded.device = devices_text(run["devices"]);
  recorded.precision = format::json_string(run, "resolved_precision", where);
  const std::string place = escaped(results_file.string(), 1000);
  recorded.flops = format::json_double(results, "step_flops", place);
  recorded.update_bytes = format::json_double(results, "update_bytes", place);
  recorded.seconds = step_seconds(folder / metrics::kMetricsFile);
  if (!(recorded.flops > 0) || !(recorded.update_bytes > 0) || !(recorded.seconds > 0))
    user_error("{}: step_flops and update_bytes must be above 0, as must be the time of a step",
               place);
  return recorded;
}

/// Lower case, with a blank for anything except letters and digits.
std::vector<std::string> device_words(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    const bool is_part = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (is_part)
      words.back() += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

}  // namespace

std::vector<RecordedRun> read_recorded_runs(std::string_view folders) {
  std::vector<RecordedRun> runs;
  for (const std::string& folder : parts_of_list(folders))
    runs.push_back(read_recorded_run(folder));
  return runs;
}

std::map<std::string, std::vector<RecordedRun>> by_device(const std::vector<RecordedRun>& runs,
                                                          const std::string& precision) {
  std::map<std::string, std::vector<RecordedRun>> found;
  std::string others;
  for (const RecordedRun& run : runs)
    if (run.precision == precision)
      found[run.device].push_back(run);
    else
      others += (others.empty() ? "" : ", ") + run.precision;
  if (found.empty() && !runs.empty())
    user_error("--recorded_runs: they are in {}, but this training is in {}; give runs in {}",
               others, precision, precision);
  return found;
}

StepTime fit_step_time(std::span<const RecordedRun> runs, double most_byte_seconds) {
  check(!runs.empty(), "no run to fit");
  // Least squares of x a + y b = 1 with x = flops / seconds, y = bytes / seconds.
  double xx = 0, xy = 0, yy = 0, x1 = 0, y1 = 0;
  for (const RecordedRun& run : runs) {
    const double x = run.flops / run.seconds, y = run.update_bytes / run.seconds;
    xx += x * x, xy += x * y, yy += y * y, x1 += x, y1 += y;
  }
  const double determinant = xx * yy - xy * xy;
  const StepTime products = {x1 / xx, 0}, update = {0, y1 / yy};
  if (!(determinant > 1e-9 * xx * yy)) return products;  // all have the same ratio of both
  const StepTime both = {(x1 * yy - y1 * xy) / determinant, (y1 * xx - x1 * xy) / determinant};
  if (both.byte_seconds < 0) return products;
  if (both.byte_seconds > most_byte_seconds)
    return {std::max(0.0, (x1 - most_byte_seconds * xy) / xx), most_byte_seconds};
  return both.flop_seconds < 0 ? update : both;
}

bool is_device(std::string_view description, const DeviceSpec& device) {
  const std::vector<std::string> there = device_words(description),
                                 wanted = device_words(device.name);
  return std::all_of(wanted.begin(), wanted.end(), [&](const std::string& word) {
    return std::find(there.begin(), there.end(), word) != there.end();
  });
}

}  // namespace tutti::run
