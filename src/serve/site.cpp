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
#include "serve/site_html.h"

namespace tutti::serve {
namespace {

using pages::escaped_html;
using Json = nlohmann::ordered_json;
using Row = std::vector<std::string>;

constexpr std::chrono::milliseconds kReading{300};  // of a long file, for one answer
constexpr size_t kMostCompared = 8;                 // as many as there are colours
constexpr const char* kIcon =                       // a curve that falls
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\"><path d=\"M2 2Q4 13 14 14\" "
    "fill=\"none\" stroke=\"#0072b2\" stroke-width=\"3\" stroke-linecap=\"round\"/></svg>";

}  // namespace

Site::Site(const Path& folder, SiteSettings settings)
    : folder_(folder), settings_(std::move(settings)) {
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
  if (request.path == "/") return runs_page();
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

Response Site::runs_page() {
  const std::vector<RunSummary> runs = folder_.list();
  std::string rows;
  for (const RunSummary& run : runs) {
    const std::string state = actions_ ? actions_->state_of(run.id) : "";
    rows += row_html(run, state.empty() && run.finished ? "finished" : state);
  }
  if (actions_)
    for (const RunSummary& run : actions_->without_values(runs))
      rows += row_html(run, actions_->state_of(run.id));
  if (rows.empty())
    return page("Runs",
                "<p>There is no run in this folder yet. A run is a folder with metrics.jsonl or "
                "event files.</p>\n",
                kSeldom);
  const std::string table =
      "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Runs\"><table><thead><tr>"
      "<th scope=\"col\">compare</th>"
      "<th scope=\"col\">run</th><th scope=\"col\">state</th>"
      "<th scope=\"col\" class=\"number\">step</th><th scope=\"col\" class=\"number\">loss</th>"
      "<th scope=\"col\" class=\"number\">tokens/s</th>"
      "<th scope=\"col\" class=\"number\">memory</th>"
      "<th scope=\"col\" class=\"number\">last values</th></tr></thead><tbody>\n" +
      rows + "</tbody></table></div>\n";
  return page("Runs",
              "<form action=\"/run\"><button>Compare the chosen runs</button>\n" +
                  part_html("runs", table) + "</form>\n",
              kSeldom);
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
  std::vector<metrics::RunData> runs;
  std::string logs, reading, jobs;
  for (const std::string& id : ids) {
    const auto summary = std::find_if(listed.begin(), listed.end(),
                                      [&](const RunSummary& run) { return run.id == id; });
    RunWatch* watch = folder_.watch(id);
    const Path own_log = actions_ ? actions_->log_of(id) : Path();
    if (own_log.empty() && (!watch || summary == listed.end()))
      return plain_response(404, fmt::format("There is no run {}.", escaped(id)));
    if (watch) {
      watch->read_on(kReading);
      runs.push_back(watch->data(escaped(id, 1000)));
      if (watch->share_read() < 1)
        reading += fmt::format("<p>{}: {:.0f} % of the file has been read.</p>\n", escaped_html(id),
                               100 * watch->share_read());
    } else {
      runs.emplace_back().name = escaped(id, 1000);
    }
    const Path folder = summary == listed.end() ? Path() : summary->path;
    const std::string job = actions_ ? actions_->job_html(id, folder) : "";
    if (!job.empty() && ids.size() > 1) jobs += fmt::format("<h2>{}</h2>\n", escaped_html(id));
    jobs += job;
    logs += log_html(own_log.empty() ? newest_log(summary->path) : own_log, settings_.hide);
  }
  const std::string title = ids.size() == 1 ? runs[0].name : fmt::format("{} runs", ids.size());
  const std::string body = part_html("jobs", jobs) +
                           part_html("notes", reading + notes_html(runs)) + charts_html(runs) +
                           part_html("logs", pages::section_html("Log", logs)) +
                           part_html("tables", settings_.hide(pages::tables_html(runs)));
  return page(title, body, reading.empty() ? kUsual : kSoon);
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
    return page("Devices", part_html("devices", "<p>Looking for devices.</p>\n") + now + keys,
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
      pages::table_html({"device", "description", "memory"}, devices, 2) +
      pages::section_html("Absent", absent_html(absent_devices(found["absent"]))) +
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
