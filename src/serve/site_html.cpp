// SPDX-License-Identifier: Apache-2.0
#include "serve/site_html.h"

#include <fmt/chrono.h>

#include <cmath>

#include "base/error.h"
#include "base/percent_encoding.h"
#include "base/text.h"
#include "metrics/metrics_line.h"
#include "pages/page.h"
#include "pages/run_html.h"
#include "serve/html.h"
#include "serve/page.h"

namespace tutti::serve {
namespace {

using pages::escaped_html;
using Json = nlohmann::ordered_json;
using Row = std::vector<std::string>;

constexpr size_t kMostPoints = 2'100;  // as ThinCurve leaves, of a line
constexpr size_t kMostCharts = 60;
constexpr size_t kLogTail = 8'000;  // bytes
constexpr const char* kNothing = "—";

}  // namespace

std::string bytes_text(double bytes) {
  return std::isfinite(bytes) && bytes >= 0 ? human_bytes(static_cast<size_t>(bytes)) : kNothing;
}

std::string charts_html(const std::vector<metrics::RunData>& runs) {
  std::string html, group;
  size_t place = 0;
  for (const pages::Chart& chart : pages::charts_of(runs)) {
    const std::string figure = pages::chart_html(chart, kMostPoints);
    if (figure.empty() || place++ >= kMostCharts) continue;
    if (chart.group != group)
      html += fmt::format("{}<h2 class=\"over\">{}</h2>\n<div class=\"charts\">\n",
                          group.empty() ? "" : "</div>\n", escaped_html(chart.group));
    group = chart.group;
    html += part_html("chart " + chart.title, figure);
  }
  if (html.empty()) return "<p class=\"card\">No values yet.</p>\n";
  return html + "</div>\n" +
         (place > kMostCharts ? fmt::format("<p class=\"faint\">The first {} of {} charts.</p>\n",
                                            kMostCharts, place)
                              : "");
}

Path newest_log(const Path& folder) {
  namespace fs = std::filesystem;
  Path newest;
  fs::file_time_type time;
  std::error_code failure, ignored;
  for (fs::directory_iterator at(folder, failure), end; !failure && at != end;
       at.increment(failure)) {
    if (at->path().extension() != ".log" || !fs::is_regular_file(at->symlink_status(ignored)))
      continue;
    const fs::file_time_type written = fs::last_write_time(at->path(), ignored);
    if (!newest.empty() && written <= time) continue;
    newest = at->path();
    time = written;
  }
  return newest;
}

std::string log_html(const Path& log, const Hide& hide) {
  if (log.empty()) return "";
  try {
    const std::string name = log.filename().string();
    return fmt::format("<p class=\"faint\">{}</p>\n", escaped_html(name)) +
           text_html(name, hide(last_lines(log, kLogTail)));
  } catch (const UserError& error) {
    return paragraph_html(error.what());
  }
}

std::string notes_html(const std::vector<metrics::RunData>& runs) {
  std::string html;
  for (const metrics::RunData& run : runs)
    for (const std::string& note : run.notes)
      html += fmt::format("<p class=\"faint\">{}: {}</p>\n", escaped_html(run.name),
                          escaped_html(note));
  return html;
}

std::string label_text(const std::string& text) {
  std::string result;
  for (const char c : escaped(text, 1000)) {
    if (c == '\\' || c == '"') result += '\\';
    result += c;
  }
  return result;
}

std::string counters_html(const std::vector<counters::Reading>& readings) {
  std::vector<Row> rows;
  const auto text = [](const std::optional<double>& value, const char* unit) {
    return value ? fmt::format("{:.0f} {}", *value, unit) : kNothing;
  };
  for (const counters::Reading& one : readings)
    rows.push_back({one.device, one.description, text(one.utilisation, "%"),
                    bytes_text(one.memory.value_or(NAN)),
                    bytes_text(one.memory_total.value_or(NAN)), text(one.temperature, "°C"),
                    text(one.power, "W")});
  if (rows.empty()) return "";
  return pages::section_html(
      "How busy they are",
      pages::table_html(
          {"device", "name", "busy", "memory in use", "memory", "temperature", "power"}, rows, 2));
}

std::string counter_figures(const std::vector<counters::Reading>& readings) {
  std::map<std::string, std::string> lines;
  for (const counters::Reading& reading : readings)
    for (const auto& [name, value] : counters::values_of(reading))
      lines[name] += fmt::format("tutti_device_{}{{device=\"{}\"}} {}\n", name,
                                 label_text(reading.device), value);
  std::string text;
  for (const auto& [name, values] : lines)
    text += fmt::format(
        "# HELP tutti_device_{0} What the hardware says.\n"
        "# TYPE tutti_device_{0} gauge\n{1}",
        name, values);
  return text;
}

std::string memory_text(const Json& bytes) {
  const double value = bytes.is_number() ? bytes.get<double>() : 0;
  return value > 0 ? bytes_text(value) : kNothing;
}

AbsentDevices absent_devices(const Json& absent) {
  AbsentDevices found;
  for (const Json& one : absent) {
    const std::string name = text_of(one, "backend"), reason = text_of(one, "reason");
    const std::string known = fmt::format("backend {}: ", name);
    const size_t begin = reason.starts_with(known) ? known.size() : 0;
    const size_t end = std::min(reason.find(". "), reason.size());
    found.reasons.push_back({name, reason.substr(begin, end - begin)});
    if (end == reason.size()) continue;
    const std::string rest = reason.substr(end + 2);
    if (found.advice.empty() || found.advice.back() != rest) found.advice.push_back(rest);
  }
  return found;
}

std::string absent_html(const AbsentDevices& absent) {
  std::string html = pages::table_html({"backend", "why"}, absent.reasons, 2);
  for (const std::string& advice : absent.advice) html += paragraph_html(advice);
  return html;
}

std::string text_of(const Json& value, const char* key) {
  if (!value.contains(key)) return kNothing;
  return value[key].is_string() ? value[key].get<std::string>() : value[key].dump();
}

}  // namespace tutti::serve
