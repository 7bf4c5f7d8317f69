// SPDX-License-Identifier: Apache-2.0
#include "serve/run_page.h"

#include <fmt/chrono.h>

#include <chrono>
#include <cmath>

#include "base/percent_encoding.h"
#include "base/text.h"
#include "pages/page.h"
#include "serve/site_html.h"

namespace tutti::serve {
namespace {

using pages::escaped_html;

constexpr const char* kUnknown = "—";
constexpr double kActive = 120;  // seconds since a run's last values

bool goes_on(const std::string& state) {
  return state == "training" || state == "stopping" || state == "active";
}

std::string value_text(double value, int digits = 5) {
  if (!std::isfinite(value)) return kUnknown;
  const bool is_large = std::fabs(value) >= 1e4 && std::fabs(value) < 1e15;
  return is_large ? fmt::format("{:.0f}", value) : fmt::format("{:.{}g}", value, digits);
}

std::string time_text(double unix_time) {
  if (!(unix_time > 0)) return kUnknown;
  const auto time = static_cast<std::time_t>(unix_time);
  std::tm parts{};
  ::localtime_r(&time, &parts);
  return fmt::format("{:%Y-%m-%d %H:%M}", parts);
}

/// A number and its unit.
std::pair<std::string, std::string> speed_of(const RunSummary& run) {
  if (std::isfinite(run.tokens_per_second)) return {value_text(run.tokens_per_second), "tokens/s"};
  if (run.step_seconds > 0) return {value_text(1 / run.step_seconds, 3), "steps/s"};
  return {kUnknown, ""};
}

std::string speed_text(const RunSummary& run) {
  const auto [number, unit] = speed_of(run);
  return unit.empty() ? number : number + " " + unit;
}

std::string steps_text(const RunSummary& run) {
  if (run.step < 0) return kUnknown;
  return std::isfinite(run.steps) ? fmt::format("{} / {:.0f}", run.step, run.steps)
                                  : std::to_string(run.step);
}

std::string metric_text(const RunSummary& run) {
  return run.metric.empty() ? kUnknown
                            : fmt::format("{} {}", run.metric, value_text(run.metric_value));
}

std::string left_text(const RunRow& row) {
  return goes_on(row.state) ? duration_text(row.run.seconds_left()) : kUnknown;
}

std::string cell(const char* name, const std::string& text, const char* kind = "number") {
  return fmt::format("<td class=\"{}\" data-name=\"{}\">{}</td>", kind, name, escaped_html(text));
}

std::string row_html(const RunRow& row, bool offers_choice, bool is_hidden) {
  const RunSummary& run = row.run;
  const std::string name = escaped_html(run.id);
  const std::string box = offers_choice
                              ? fmt::format(
                                    "<td><input type=\"checkbox\" name=\"run\" value=\"{0}\" "
                                    "aria-label=\"compare {0}\"></td>",
                                    name)
                              : "";
  return fmt::format(
             "<tr{}>{}<th scope=\"row\"><a href=\"/run?run={}\">{}</a></th>"
             "<td data-name=\"state\">{}</td>",
             is_hidden ? " hidden" : "", box, percent_encoded(run.id, true), name,
             badge_html(row.state)) +
         cell("task", run.task.empty() ? kUnknown : run.task, "") + cell("step", steps_text(run)) +
         cell("loss", value_text(run.loss)) + cell("metric", metric_text(run)) +
         cell("speed", speed_text(run), "number wide") + cell("time left", left_text(row)) +
         cell("last values", time_text(run.modified), "number wide") + "</tr>\n";
}

std::string card_html(const char* name, const std::string& value, const std::string& more = "") {
  return fmt::format("<div><dt>{}</dt><dd>{}{}</dd></div>\n", name, value, more);
}

}  // namespace

std::string state_of(const RunSummary& run, const std::string& started) {
  if (!started.empty()) return started;
  if (run.finished) return "finished";
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count() - run.modified < kActive ? "active" : "idle";
}

std::string badge_html(const std::string& state) {
  const char* kind = state.starts_with("failed") ? " bad"
                     : state.starts_with("stop") ? " warn"
                     : state == "finished"       ? " good"
                     : goes_on(state)            ? " runs"
                                                 : "";
  return fmt::format("<span class=\"badge{}\">{}</span>", kind, escaped_html(state));
}

std::string runs_table_html(const std::vector<RunRow>& rows, bool offers_choice, size_t most) {
  std::string html = fmt::format(
      "<div class=\"scroll runs{}\" tabindex=\"0\" role=\"group\" aria-label=\"Runs\">"
      "<table><thead><tr>{}",
      offers_choice ? "" : " compared",
      offers_choice ? "<th scope=\"col\"><span class=\"faint\">compare</span></th>" : "");
  for (const auto& [name, kind] : {std::pair("run", ""),
                                   {"state", ""},
                                   {"task", ""},
                                   {"step", "number"},
                                   {"loss", "number"},
                                   {"metric", "number"},
                                   {"speed", "number wide"},
                                   {"time left", "number"},
                                   {"last values", "number wide"}})
    html += fmt::format("<th scope=\"col\" class=\"{}\">{}</th>", kind, name);
  html += "</tr></thead><tbody>\n";
  for (size_t i = 0; i < rows.size(); i++) html += row_html(rows[i], offers_choice, i >= most);
  return html + "</tbody></table></div>\n";
}

std::string summary_html(const RunRow& row) {
  const RunSummary& run = row.run;
  std::string html = card_html("State", badge_html(row.state));
  std::string progress;
  if (run.step >= 0 && run.steps > 0)
    progress = fmt::format(
        " <small>of {:.0f}</small><progress value=\"{}\" max=\"{:.0f}\" aria-label=\"steps "
        "done\"></progress>",
        run.steps, run.step, run.steps);
  html += card_html("Step", run.step < 0 ? kUnknown : std::to_string(run.step), progress);
  html += card_html("Loss", value_text(run.loss));
  if (run.metric.empty())
    html += card_html("Metric", kUnknown);
  else
    html += card_html("Metric", value_text(run.metric_value),
                      fmt::format(" <small>{}</small>", escaped_html(run.metric)));
  const auto [number, unit] = speed_of(run);
  html += card_html("Rate", number, fmt::format(" <small>{}</small>", unit));
  if (goes_on(row.state))
    html += card_html("Time left", left_text(row));
  else
    html += card_html("Last values", fmt::format("<small>{}</small>", time_text(run.modified)));
  return "<dl class=\"cards\">\n" + html + card_html("Memory", bytes_text(run.memory_bytes)) +
         "</dl>\n";
}

std::string duration_text(double seconds) {
  if (!std::isfinite(seconds)) return kUnknown;
  const auto all = static_cast<int64_t>(std::ceil(seconds));
  if (all < 60) return fmt::format("{} s", all);
  if (all < 3600) return fmt::format("{} min {} s", all / 60, all % 60);
  if (all < 48 * 3600) return fmt::format("{} h {} min", all / 3600, all / 60 % 60);
  return fmt::format("{} d {} h", all / 86400, all / 3600 % 24);
}

}  // namespace tutti::serve
