// SPDX-License-Identifier: Apache-2.0
#include "pages/run_html.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "pages/page.h"

namespace tutti::pages {
namespace {

using metrics::RunData;
using Row = std::vector<std::string>;
using Json = nlohmann::ordered_json;

constexpr const char* kNothing = "—";
constexpr size_t kMostPoints = 1'000;  // of a line
constexpr size_t kMostSingleValues = 200;
constexpr size_t kLongestSample = 20'000;  // bytes

std::string number_text(double value) {
  return std::isfinite(value) ? fmt::format("{:.5g}", value) : kNothing;
}

double result_of(const RunData& run, const char* name) {
  if (!run.results.is_object() || !run.results.contains(name) || !run.results[name].is_number())
    return NAN;
  return run.results[name].get<double>();
}

std::string bytes_or_nothing(double bytes) {
  return std::isfinite(bytes) && bytes >= 0 ? human_bytes(static_cast<size_t>(bytes)) : kNothing;
}

/// From the first to the last time that a curve has.
double duration_of(const RunData& run) {
  double first = INFINITY, last = -INFINITY;
  for (const auto& [tag, points] : run.curves)
    for (const metrics::RunPoint& point : points)
      if (point.time > 0) {
        first = std::min(first, point.time);
        last = std::max(last, point.time);
      }
  return last > first ? last - first : NAN;
}

int64_t last_step_of(const RunData& run) {
  int64_t last = 0;
  for (const auto& [tag, points] : run.curves)
    if (!points.empty()) last = std::max(last, points.back().step);
  return last;
}

std::string summary_html(const std::vector<RunData>& runs) {
  std::vector<Row> rows;
  for (const RunData& run : runs) {
    const double trained = result_of(run, "train_runtime");
    const double seconds = std::isfinite(trained) ? trained : duration_of(run);
    const double peak = result_of(run, "resident_peak_bytes");
    rows.push_back(
        {run.name, fmt::format("{}", last_step_of(run)), number_text(loss_of(run)),
         number_text(result_of(run, "train_samples_per_second")),
         std::isfinite(seconds) ? fmt::format("{:.1f} s", seconds) : kNothing,
         bytes_or_nothing(std::isfinite(peak) ? peak : run.latest("peak_memory_bytes"))});
  }
  return table_html({"run", "last step", "last loss", "samples/s", "time", "peak memory"}, rows);
}

std::string evaluation_html(const std::vector<RunData>& runs) {
  std::set<std::string> tags;
  for (const RunData& run : runs) {
    for (const auto& [tag, value] : run.last) tags.insert(tag);
    for (const auto& [tag, points] : run.curves)
      if (tag.starts_with("eval/")) tags.insert(tag);
  }
  Row head = {"metric"};
  for (const RunData& run : runs) head.push_back(run.name);
  std::vector<Row> rows;
  for (const std::string& tag : tags) {
    rows.push_back({tag});
    for (const RunData& run : runs) {
      const auto last = run.last.find(tag);
      rows.back().push_back(number_text(last != run.last.end() ? last->second : run.latest(tag)));
    }
  }
  return table_html(head, rows);
}

double number_or_zero(const Json& object, const char* name) {
  if (!object.is_object() || !object.contains(name) || !object[name].is_number()) return 0;
  return object[name].get<double>();
}

std::string profile_html(const RunData& run) {
  if (!run.profile.is_object() || !run.profile.contains("ops")) return "";
  const Json& ops = run.profile["ops"];
  const double steps = std::max(1.0, number_or_zero(run.profile, "steps"));
  double total = 0;
  for (const Json& op : ops) total += number_or_zero(op, "seconds");
  std::vector<Row> rows;
  for (const Json& op : ops) {
    const double seconds = number_or_zero(op, "seconds");
    if (!(seconds > 0) || !op.contains("op") || !op["op"].is_string()) continue;
    rows.push_back({op["op"].get<std::string>(), fmt::format("{:.0f}", number_or_zero(op, "runs")),
                    fmt::format("{:.3f}", 1e3 * seconds / steps),
                    fmt::format("{:.1f} %", 100 * seconds / total),
                    fmt::format("{:.1f}", number_or_zero(op, "flops") / seconds / 1e9),
                    fmt::format("{:.1f}", number_or_zero(op, "bytes") / seconds / 1e9)});
    if (rows.size() == 40) break;
  }
  return table_html({run.name, "runs", "ms a step", "share", "GFLOP/s", "GB/s"}, rows);
}

std::string devices_html(const std::vector<RunData>& runs) {
  std::vector<Row> rows;
  for (const RunData& run : runs) {
    if (!run.run.is_object()) continue;
    std::string devices;
    if (run.run.contains("devices"))
      for (const Json& device : run.run["devices"])
        if (device.is_string())
          devices += (devices.empty() ? "" : "; ") + device.get<std::string>();
    const auto text = [&](const char* name) {
      if (!run.run.contains(name)) return std::string(kNothing);
      return run.run[name].is_string() ? run.run[name].get<std::string>() : run.run[name].dump();
    };
    rows.push_back({run.name, devices, text("threads_used"), text("resolved_precision"),
                    text("tutti_version")});
  }
  return table_html({"run", "devices", "threads", "precision", "version"}, rows, 5);
}

/// Null without run.json, or without arguments in it.
Json arguments_of(const RunData& run) {
  if (!run.run.is_object() || !run.run.contains("arguments")) return nullptr;
  return run.run["arguments"].is_object() ? run.run["arguments"] : Json();
}

/// Those whose arguments are known.
std::vector<const RunData*> configured_runs(const std::vector<RunData>& runs) {
  std::vector<const RunData*> configured;
  for (const RunData& run : runs)
    if (arguments_of(run).is_object()) configured.push_back(&run);
  return configured;
}

std::string configuration_html(const std::vector<RunData>& runs) {
  const std::vector<const RunData*> configured = configured_runs(runs);
  Row head = {"argument"};
  for (const RunData* run : configured) head.push_back(run->name);
  const std::vector<Row> rows = configuration_rows(runs);
  if (rows.empty() && !configured.empty()) return "<p>All arguments have the same values.</p>\n";
  return table_html(head, rows, head.size());
}

/// Whether a chart has a line: single points show nothing.
bool has_line(const Chart& chart) {
  return std::any_of(chart.lines.begin(), chart.lines.end(),
                     [](const ChartLine& line) { return line.points.size() > 1; });
}

/// What was measured once, such as how long a training took: a row each, with each run's value.
std::string single_values_html(const std::vector<RunData>& runs, const std::vector<Chart>& charts) {
  Row head = {"value"};
  for (const RunData& run : runs) head.push_back(run.name);
  std::vector<Row> rows;
  for (const Chart& chart : charts) {
    if (chart.lines.empty() || has_line(chart) || chart.group == "Evaluation") continue;
    Row row(head.size(), kNothing);
    row[0] = chart.title;
    for (const ChartLine& line : chart.lines)
      if (!line.points.empty()) row[1 + line.colour] = number_text(line.points[0].value);
    rows.push_back(std::move(row));
    if (rows.size() == kMostSingleValues) break;
  }
  return table_html(head, rows);
}

std::string notes_html(const std::vector<RunData>& runs) {
  std::string html;
  for (const RunData& run : runs)
    for (const std::string& note : run.notes)
      html += fmt::format("<p class=\"faint\">{}: {}.</p>\n", escaped_html(run.name),
                          escaped_html(note));
  return html;
}

/// How many points of each line make at most about `limit` bytes together.
size_t points_within(const std::vector<Chart>& charts, size_t limit) {
  size_t lines = 0;
  for (const Chart& chart : charts) lines += chart.lines.size();
  // About 55 bytes a point: its place in the picture, its value, and its time.
  return std::clamp<size_t>(limit / 55 / std::max<size_t>(1, lines), 20, kMostPoints);
}

/// The charts, in at most `limit` bytes: with fewer points if all points would take more.
std::string charts_html(const std::vector<Chart>& charts, size_t limit) {
  const size_t points = points_within(charts, limit);
  std::string html, group;
  size_t left_out = 0;
  for (const Chart& chart : charts) {
    const std::string figure = chart_html(chart, points);
    if (html.size() + figure.size() > limit) {
      left_out++;
    } else if (!figure.empty()) {
      if (chart.group != group)
        html += fmt::format("{}<h3>{}</h3>\n<div class=\"charts\">\n",
                            group.empty() ? "" : "</div>\n", escaped_html(chart.group));
      group = chart.group;
      html += figure;
    }
  }
  if (html.empty()) return "";
  html = chart_tools_html() + html + "</div>\n";
  if (left_out > 0)
    html +=
        fmt::format("<p class=\"faint\">{} more would make this page larger than {}.</p>\n",
                    counted(static_cast<int64_t>(left_out), "chart"), human_bytes(kLargestPage));
  return html;
}

}  // namespace

std::string samples_html(const std::vector<RunData>& runs) {
  std::string html;
  for (const RunData& run : runs)
    for (const auto& [tag, text] : run.texts)
      html += fmt::format("<h3>{}{}</h3>\n<pre>{}</pre>\n",
                          runs.size() > 1 ? escaped_html(run.name) + ": " : "", escaped_html(tag),
                          escaped_html(text.substr(0, kLongestSample)));
  return section_html("Samples", html);
}

std::string tables_html(const std::vector<RunData>& runs) {
  std::string profiles;
  for (const RunData& run : runs) profiles += profile_html(run);
  const bool has_several = configured_runs(runs).size() > 1;
  return section_html("Evaluation", evaluation_html(runs)) + samples_html(runs) +
         section_html("Where the time went", profiles) +
         section_html("Devices", devices_html(runs)) +
         section_html(has_several ? "What is configured differently" : "Configuration",
                      configuration_html(runs), has_several);
}

std::vector<Row> configuration_rows(const std::vector<RunData>& runs) {
  const std::vector<const RunData*> configured = configured_runs(runs);
  std::vector<std::string> names;
  std::set<std::string> known;
  for (const RunData* run : configured) {
    const Json arguments = arguments_of(*run);
    for (const auto& [name, value] : arguments.items())
      if (known.insert(name).second) names.push_back(name);
  }
  std::vector<Row> rows;
  for (const std::string& name : names) {
    Row row = {name};
    for (const RunData* run : configured) {
      const Json arguments = arguments_of(*run);
      if (!arguments.contains(name) || arguments[name].is_null())
        row.emplace_back(kNothing);
      else
        row.push_back(arguments[name].is_string() ? arguments[name].get<std::string>()
                                                  : arguments[name].dump());
    }
    const bool same = std::all_of(row.begin() + 1, row.end(),
                                  [&](const std::string& value) { return value == row[1]; });
    if (configured.size() == 1 || !same) rows.push_back(std::move(row));
  }
  return rows;
}

std::string run_report_html(const std::vector<RunData>& runs, std::string title,
                            const std::string& made) {
  std::vector<Chart> charts = charts_of(runs);
  const std::string head = fmt::format("<p class=\"faint\">{}</p>\n", escaped_html(made)) +
                           "<div class=\"card\">\n" + summary_html(runs) + "</div>\n" +
                           notes_html(runs);
  const std::string tables =
      section_html("Single values", single_values_html(runs, charts)) + tables_html(runs);
  std::erase_if(charts, [](const Chart& chart) { return !has_line(chart); });
  if (title.empty())
    title =
        runs.size() == 1 ? "Training " + runs[0].name : fmt::format("{} trainings", runs.size());
  const size_t frame = page_html(title, head + tables).size() + 5'000;  // with headings
  if (frame + 100'000 > kLargestPage)
    user_error("the tables of {} runs alone are {}; report fewer runs together", runs.size(),
               human_bytes(frame));
  const std::string curves = charts_html(charts, kLargestPage - frame);
  return page_html(title, head + section_html("Curves", curves) + tables);
}

}  // namespace tutti::pages
