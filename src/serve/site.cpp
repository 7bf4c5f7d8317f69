// SPDX-License-Identifier: Apache-2.0
#include "serve/site.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>

#include "base/text.h"
#include "metrics/metrics_line.h"
#include "pages/page.h"
#include "pages/run_html.h"
#include "serve/actions.h"
#include "serve/html.h"
#include "serve/page.h"
#include "serve/run_page.h"
#include "serve/site_html.h"

namespace tutti::serve {
namespace {

using pages::escaped_html;
using Json = nlohmann::ordered_json;
using Row = std::vector<std::string>;

constexpr std::chrono::milliseconds kReading{600};  // of a long file, for one answer
constexpr size_t kMostShown = 200;                  // rows, until all are asked for
constexpr size_t kMostCompared = 8;                 // as many as there are colours
constexpr const char* kIcon =                       // a curve that falls
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\"><path d=\"M2 2Q4 13 14 14\" "
    "fill=\"none\" stroke=\"#0072b2\" stroke-width=\"3\" stroke-linecap=\"round\"/></svg>";

}  // namespace

Site::Site(const Path& folder, SiteSettings settings)
    : folder_(folder, settings.task_of), settings_(std::move(settings)) {
  if (!settings_.hide) settings_.hide = [](std::string text) { return text; };
  if (settings_.program)
    actions_ =
        std::make_unique<Actions>(folder, *settings_.program, settings_.form_key, settings_.hide);
}

Site::~Site() = default;

void Site::poll() {
  if (actions_) actions_->poll();
}

size_t Site::running() const {
  return actions_ ? actions_->running() : 0;
}

Response Site::answer(const Request& request) {
  if (request.path == "/") return runs_page(!request.value("all").empty());
  if (request.path == "/run") return curves_page(request);
  if (request.path == "/devices") return devices_page();
  if (request.path == "/metrics") return figures();
  if (request.path == "/icon.svg") return {200, "image/svg+xml", kIcon};
  if (request.path == "/page.css")
    return {200, "text/css; charset=utf-8", std::string(pages::page_style()) + kPageCss};
  if (request.path == "/page.js")
    return {200, "text/javascript; charset=utf-8", std::string(pages::page_script()) + kPageScript};
  if (actions_)
    if (auto response = actions_->answer(request, folder_.list())) return *response;
  if (request.path == "/new" && !actions_)
    return page("New run", paragraph_html("This page only shows: `tutti serve --read_only`."),
                kNever);
  return plain_response(404, "There is no such page.");
}

std::vector<RunRow> Site::rows_of(const std::vector<RunSummary>& runs) {
  std::vector<RunRow> rows;
  for (const RunSummary& run : runs)
    rows.push_back({run, state_of(run, actions_ ? actions_->state_of(run.id) : "")});
  return rows;
}

Response Site::runs_page(bool shows_all) {
  const std::vector<RunSummary> runs = folder_.list();
  std::vector<RunRow> rows = actions_ ? rows_of(actions_->without_values(runs)) : rows_of({});
  for (RunRow& row : rows_of(runs)) rows.push_back(std::move(row));
  const std::string begin = "<a class=\"button primary\" href=\"/new\">New run</a>\n";
  if (rows.empty())
    return page(
        "Runs",
        part_html("runs", "<div class=\"card empty\"><p>There is no run in this folder yet.</p>\n" +
                              (actions_ ? begin : "") +
                              "<p class=\"faint\">A run is a folder with metrics.jsonl or event "
                              "files, of any trainer.</p></div>\n"),
        kSeldom);
  const size_t most = shows_all ? rows.size() : kMostShown;
  std::string rest;
  if (rows.size() > most)
    rest = fmt::format(
        "<p class=\"faint\">The newest {} runs; a filter finds the others. "
        "<a href=\"/?all=yes\">Show all {}</a></p>\n",
        most, rows.size());
  return page("Runs",
              "<form action=\"/run\">\n<div class=\"runs-head\">"
              "<input type=\"search\" id=\"filter\" hidden aria-label=\"Filter the runs\" "
              "placeholder=\"Filter by any word\" autocomplete=\"off\">"
              "<button>Compare the chosen runs</button>\n" +
                  (actions_ ? begin : "") +
                  "<span id=\"shown\" class=\"faint\" role=\"status\"></span></div>\n"
                  "<div class=\"card\">\n" +
                  part_html("runs", runs_table_html(rows, /*offers_choice=*/true, most) + rest) +
                  "</div></form>\n",
              kSeldom);
}

std::string Site::log_of(const RunSummary& run) const {
  const Path own = actions_ ? actions_->log_of(run.id) : Path();
  return log_html(own.empty() ? newest_log(run.path) : own, settings_.hide);
}

Response Site::curves_page(const Request& request) {
  std::vector<std::string> ids;
  for (const auto& [name, value] : request.query)
    if (name == "run" && std::find(ids.begin(), ids.end(), value) == ids.end())
      ids.push_back(value);
  if (ids.empty() || ids.size() > kMostCompared)
    return plain_response(
        400, fmt::format("Choose 1 to {} runs to show, not {}.", kMostCompared, ids.size()));
  const std::vector<RunSummary> listed = folder_.list();
  std::vector<RunSummary> known = actions_ ? actions_->without_values(listed) : listed;
  if (actions_) known.insert(known.end(), listed.begin(), listed.end());
  std::vector<metrics::RunData> runs;
  std::vector<RunSummary> shown;
  std::string logs, reading;
  for (const std::string& id : ids) {
    const auto summary = std::find_if(known.begin(), known.end(),
                                      [&](const RunSummary& run) { return run.id == id; });
    if (summary == known.end())
      return plain_response(404, fmt::format("There is no run {}.", escaped(id)));
    shown.push_back(*summary);
    logs += log_of(*summary);
    runs.emplace_back().name = escaped(id, 1000);
    RunWatch* const watch = folder_.watch(id);
    if (!watch) continue;
    watch->read_on(kReading);
    runs.back() = watch->data(escaped(id, 1000));
    if (watch->share_read() < 1)
      reading += fmt::format("<p>{}: {:.0f} % of the file has been read.</p>\n", escaped_html(id),
                             100 * watch->share_read());
  }
  const std::vector<RunRow> rows = rows_of(shown);
  const bool is_one = rows.size() == 1;
  const std::string curves = part_html("notes", reading + notes_html(runs)) +
                             pages::chart_tools_html() + "<div id=\"charts\">\n" +
                             charts_html(runs) + "</div>\n";
  const std::string tables = part_html("logs", pages::section_html("Log", logs)) +
                             part_html("tables", settings_.hide(pages::tables_html(runs)));
  if (!is_one)
    return page(fmt::format("{} runs", rows.size()),
                "<div class=\"card\">\n" + part_html("summary", runs_table_html(rows, false)) +
                    "</div>\n" + curves + tables,
                reading.empty() ? kUsual : kSoon);
  const std::string ask = actions_ ? actions_->ask_html(shown[0].id, shown[0].path) : "";
  const std::string jobs = actions_ ? actions_->job_html(shown[0].id, shown[0].path) : "";
  const int refresh = !reading.empty()                                 ? kSoon
                      : actions_ && actions_->answers_now(shown[0].id) ? kOften
                                                                       : kUsual;
  return page(runs[0].name,
              part_html("jobs", jobs) + part_html("summary", summary_html(rows[0])) +
                  (ask.empty() ? curves + tables
                               : "<div class=\"with-aside\">\n<div>\n" + curves + tables +
                                     "</div>\n" + ask + "</div>\n"),
              refresh);
}

Response Site::devices_page() const {
  const Json found = settings_.devices();
  const std::string now = part_html("counters", counters_html(readings()));
  std::vector<Row> credentials;
  const Json places = settings_.credentials ? settings_.credentials() : Json::object();
  for (const auto& [name, where] : places.items())
    credentials.push_back({name, where.get<std::string>()});
  const std::string keys = part_html(
      "credentials",
      pages::section_html("Credentials", pages::table_html({"service", "found"}, credentials, 2)));
  if (found.is_null())
    return page("Devices",
                part_html("devices", "<p class=\"card\">Looking for devices.</p>\n") + now + keys,
                kUsual);
  std::vector<Row> devices, plugins;
  for (const Json& one : found["devices"])
    devices.push_back({text_of(one, "backend") + ":" + text_of(one, "index"),
                       text_of(one, "description"), memory_text(one["memory_bytes"])});
  for (const Json& one : found["plugins"])
    plugins.push_back(
        {text_of(one, "name"), text_of(one, "library"),
         text_of(one, "error").empty() ? text_of(one, "platform_version") : text_of(one, "error")});
  const std::string body =
      pages::section_html("Devices",
                          pages::table_html({"device", "description", "memory"}, devices, 2)) +
      pages::section_html("Not found", absent_html(absent_devices(found["absent"]))) +
      pages::section_html("Plugins", pages::table_html({"plugin", "library", "says"}, plugins, 3));
  return page("Devices", part_html("devices", body) + now + keys, kUsual);
}

std::vector<counters::Reading> Site::readings() const {
  return settings_.counters ? settings_.counters() : std::vector<counters::Reading>();
}

Response Site::figures() {
  struct Figure {
    const char* name;
    const char* help;
    double (*value)(const RunSummary&);
  };
  static constexpr Figure kFigures[] = {
      {"step", "The last step that a run has logged.",
       [](const RunSummary& run) { return run.step < 0 ? NAN : static_cast<double>(run.step); }},
      {"loss", "The last loss of the training.", [](const RunSummary& run) { return run.loss; }},
      {"tokens_per_second", "The last throughput.",
       [](const RunSummary& run) { return run.tokens_per_second; }},
      {"memory_bytes", "The last memory.", [](const RunSummary& run) { return run.memory_bytes; }},
      {"modified_seconds", "Unix time of the last values.",
       [](const RunSummary& run) { return run.modified; }},
      {"finished", "1 once a run has written its results.",
       [](const RunSummary& run) { return run.finished ? 1.0 : 0.0; }}};
  const std::vector<RunSummary> runs = folder_.list();
  std::string text;
  for (const Figure& figure : kFigures) {
    text += fmt::format("# HELP tutti_run_{0} {1}\n# TYPE tutti_run_{0} gauge\n", figure.name,
                        figure.help);
    for (const RunSummary& run : runs)
      if (const double value = figure.value(run); std::isfinite(value))
        text +=
            fmt::format("tutti_run_{}{{run=\"{}\"}} {}\n", figure.name, label_text(run.id), value);
  }
  return {200, "text/plain; version=0.0.4; charset=utf-8", text + counter_figures(readings())};
}

}  // namespace tutti::serve
