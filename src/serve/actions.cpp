// SPDX-License-Identifier: Apache-2.0
#include "serve/actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/percent_encoding.h"
#include "base/text.h"
#include "metrics/metrics_line.h"
#include "pages/page.h"
#include "serve/html.h"
#include "serve/reach.h"

namespace tutti::serve {
namespace {

using pages::escaped_html;

constexpr const char* kRunFileName = "run.json";
constexpr const char* kSure = "sure";  // the field of a form that confirms a question

/// The folder of a run in the list; empty if it is not there.
Path folder_of(const std::string& run, const std::vector<RunSummary>& runs) {
  const auto found =
      std::find_if(runs.begin(), runs.end(), [&](const RunSummary& one) { return one.id == run; });
  return found == runs.end() ? Path() : found->path;
}

/// Whether a run has written its results.
bool is_finished(const Path& folder) {
  std::error_code failure;
  return std::filesystem::exists(folder / "all_results.json", failure);
}

Response no_run(const std::string& run) {
  return refusal_page(404, fmt::format("There is no run {}.", escaped(run)));
}

}  // namespace

Actions::Actions(const Path& folder, const ProgramInterface& program, const std::string& form_key,
                 Hide hide)
    : program_(program),
      form_key_(form_key),
      jobs_(folder, program.path),
      wizard_(program, jobs_, std::filesystem::absolute(folder).lexically_normal(), form_key, hide),
      inference_(program, form_key, hide) {}

void Actions::poll() {
  jobs_.poll();
  inference_.poll();
}

size_t Actions::running() const {
  return jobs_.running();
}

std::string Actions::state_of(const std::string& run) {
  const auto status = jobs_.status_of(run);
  return status ? text_of(*status) : "";
}

Path Actions::log_of(const std::string& run) {
  return jobs_.status_of(run) ? jobs_.log_of(run) : Path();
}

std::vector<RunSummary> Actions::without_values(const std::vector<RunSummary>& runs) {
  std::vector<RunSummary> others;
  for (const std::string& run : jobs_.runs()) {
    if (!folder_of(run, runs).empty()) continue;
    std::error_code failure;
    // A run whose folder was removed is gone, unless a log says why it ended.
    if (!std::filesystem::exists(jobs_.log_of(run), failure)) continue;
    others.push_back({.id = run});
  }
  return others;
}

std::string Actions::job_html(const std::string& run, const Path& folder) {
  const auto status = jobs_.status_of(run);
  const bool trains = status && status->state != RunStatus::State::ended;
  std::error_code failure;
  const bool has_file =
      !folder.empty() && std::filesystem::is_regular_file(
                             std::filesystem::symlink_status(folder / kRunFileName, failure));
  std::string html;
  if (status && status->state == RunStatus::State::running)
    html += button_html("/stop", form_key_, {{"run", run}}, "Stop");
  if (!trains && has_file && !is_finished(folder))
    html += button_html("/resume", form_key_, {{"run", run}}, "Resume", /*is_primary=*/true);
  if (has_file)
    html += fmt::format("<a class=\"button\" href=\"/new?like={}\">New run like this</a>\n",
                        percent_encoded(run, true));
  return html.empty() ? "" : "<div class=\"actions\">\n" + html + "</div>\n";
}

std::string Actions::ask_html(const std::string& run, const Path& folder) {
  const auto status = jobs_.status_of(run);
  const bool trains = status && status->state != RunStatus::State::ended;
  const auto model = folder.empty() || trains ? std::nullopt : program_.model_in(folder);
  return model ? inference_.panel_html(run, *model) : "";
}

bool Actions::answers_now(const std::string& run) {
  return inference_.answers_now(run);
}

Response Actions::form_like(const std::string& run, const std::vector<RunSummary>& runs) {
  const Path folder = folder_of(run, runs);
  if (folder.empty()) return no_run(run);
  return wizard_.form(program_.values_of(read_own_json(folder / kRunFileName)));
}

/// Asks the user whether a training may use what its run.json names.
Response Actions::question(const std::string& run, const std::vector<std::string>& lines) const {
  std::string body = paragraph_html(
      "The run.json of this run reaches further than its folder. Go on only if you know where it "
      "comes from:");
  for (const std::string& line : lines) body += paragraph_html(line);
  return page("Resume " + run + "?",
              body + button_html("/resume", form_key_, {{"run", run}, {kSure, "true"}},
                                 "Resume all the same"),
              kNever);
}

Response Actions::resume(const std::string& run, bool is_sure,
                         const std::vector<RunSummary>& runs) {
  const Path folder = folder_of(run, runs);
  if (folder.empty()) return no_run(run);
  if (is_finished(folder)) return refusal_page(409, "This run is finished.");
  const nlohmann::ordered_json file = read_own_json(folder / kRunFileName);
  if (!file.contains("arguments") || !file["arguments"].is_object())
    return refusal_page(409, "The run.json of this run has no arguments.");
  if (const Path link = link_in(folder); !link.empty())
    return refusal_page(409,
                        "There is a link in the run's folder, by which it would write "
                        "elsewhere: " +
                            escaped(link.string(), 1000));
  const auto lines = far_reaching(program_.arguments, file["arguments"], folder);
  if (!lines.empty() && !is_sure) return question(run, lines);
  jobs_.resume(run, file["arguments"]);
  return redirect_to(address_of_run("run", run));
}

Response Actions::answer_new(const Request& request, const std::vector<RunSummary>& runs) {
  const std::string like = request.value("like"), draft = request.value("draft");
  if (!like.empty()) return form_like(like, runs);
  return draft.empty() ? wizard_.form(program_.begin) : wizard_.form_of_draft(draft);
}

std::optional<Response> Actions::answer(const Request& request,
                                        const std::vector<RunSummary>& runs) {
  try {
    if (request.method == "POST") return answer_form(request, runs);
    if (request.path == "/new") return answer_new(request, runs);
    if (request.path != "/ask") return std::nullopt;
    const std::string run = request.value("run");
    const Path folder = folder_of(run, runs);
    if (folder.empty()) return no_run(run);
    const auto model = program_.model_in(folder);
    if (!model) return refusal_page(404, "This run has no model yet.");
    return redirect_to(Inference::address_of(run));
  } catch (const UserError& error) {
    return refusal_page(409, escaped_lines(error.what()));
  }
}

std::optional<Response> Actions::answer_form(const Request& request,
                                             const std::vector<RunSummary>& runs) {
  if (request.path == "/new") return wizard_.take(request.form);
  if (request.path == "/start") return wizard_.start(request.form);
  const std::string run = value_of(request.form, "run");
  if (request.path == "/stop") {
    if (!jobs_.stop(run)) return refusal_page(409, "This run does not train.");
    return redirect_to(address_of_run("run", run));
  }
  if (request.path == "/resume") return resume(run, value_of(request.form, kSure) == "true", runs);
  if (request.path == "/chat_end") return inference_.end_chat(run);
  if (request.path != "/ask" && request.path != "/chat") return std::nullopt;
  const Path folder = folder_of(run, runs);
  if (folder.empty()) return no_run(run);
  const auto model = program_.model_in(folder);
  if (!model) return refusal_page(404, "This run has no model yet.");
  if (request.path == "/ask") return inference_.predict(run, *model, request.form);
  return inference_.chat(run, *model, request.form);
}

}  // namespace tutti::serve
