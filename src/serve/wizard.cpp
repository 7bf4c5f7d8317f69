// SPDX-License-Identifier: Apache-2.0
#include "serve/wizard.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "pages/page.h"
#include "serve/html.h"
#include "serve/reach.h"

namespace tutti::serve {
namespace {

using pages::escaped_html;

constexpr int kUsage = static_cast<int>(ExitCode::usage);
constexpr size_t kMostDrafts = 20;
constexpr size_t kOpenGroups = 3;    // model, data, training
constexpr const char* kRun = "run";  // the field of the run's name

std::string command_text(const std::vector<std::string>& words) {
  std::string text = "tutti";
  for (const std::string& word : words) text += " " + shell_word(word);
  return text;
}

std::string run_field_html(const std::string& run, const std::string& error) {
  return fmt::format(
      "<div class=\"field\"><label for=\"run\">Name of the run</label>"
      "<input type=\"text\" id=\"run\" name=\"{0}\" required autocomplete=\"off\" "
      "spellcheck=\"false\" aria-describedby=\"h-run\"{1} value=\"{2}\">\n"
      "<p id=\"h-run\" class=\"faint\">{3}a new folder of this name gets all that the run "
      "writes</p></div>\n",
      kRun, error.empty() ? "" : " aria-invalid=\"true\"", escaped_html(run),
      error.empty() ? "" : fmt::format("<strong>{}</strong> ", escaped_html(error)));
}

}  // namespace

Wizard::Wizard(const ProgramInterface& program, Jobs& jobs, Path folder, std::string form_key,
               Hide hide)
    : program_(program),
      jobs_(jobs),
      folder_(std::move(folder)),
      form_key_(std::move(form_key)),
      hide_(std::move(hide)) {}

Response Wizard::form_page(const std::string& run, const NamedValues& values,
                           const std::map<std::string, std::string>& errors) const {
  std::string body;
  if (!errors.empty())
    body +=
        fmt::format("<p role=\"alert\"><strong>{} of the values cannot be taken.</strong></p>\n",
                    errors.size());
  const auto of_run = errors.find(kRun);
  body += form_html("/new", form_key_, {},
                    run_field_html(run, of_run == errors.end() ? "" : of_run->second) +
                        fields_html(program_.train, values, errors, kOpenGroups) +
                        "<button>Show the command and estimate it</button>\n");
  return page("New run", body, kNever);
}

Response Wizard::form(const NamedValues& values) const {
  return form_page("", values, {});
}

Response Wizard::form_of_draft(const std::string& id) const {
  for (const Draft& draft : drafts_)
    if (draft.id == id) return form_page(draft.run, draft.values, {});
  return form({});
}

std::string Wizard::reason_against(const std::string& run) const {
  if (!Jobs::is_name(run))
    return "Expected letters, digits and -_. with a letter or digit first; a slash makes a folder.";
  std::error_code failure;
  if (std::filesystem::exists(folder_ / run, failure)) return "There is a folder of this name.";
  if (!is_below(folder_ / run, folder_))
    return "A link leads out of the folder of runs; expected another name.";
  if (const auto status = jobs_.status_of(run); status && status->state != RunStatus::State::ended)
    return "A run of this name trains.";
  return "";
}

Response Wizard::take(const NamedValues& form) {
  const std::string run = value_of(form, kRun);
  const NamedValues values = given_values(program_.train, form);
  std::map<std::string, std::string> errors;
  const auto arguments = program_.run_arguments(values, errors);
  for (const auto& [name, value] : values)
    for (const Field& field : program_.train)
      if (field.argument.name == name)
        if (const auto reason = objection_to(field.argument, value, folder_); !reason.empty())
          errors[name] = reason;
  if (const std::string reason = reason_against(run); !reason.empty()) errors[kRun] = reason;
  if (!errors.empty()) return form_page(run, values, errors);
  Draft draft{std::to_string(++last_id_), run, values, arguments, nullptr, false};
  std::vector<std::string> words = flags_of(program_.train, values);
  words.insert(words.begin(), {program_.path, "estimate"});
  // One at a time: an estimate measures steps.
  for (Draft& other : drafts_)
    if (other.estimate && other.estimate->runs()) other.estimate.reset();
  draft.estimate = std::make_unique<ChildProcess>(words, ChildStreams{kShown, kShown});
  const std::string id = draft.id;
  drafts_.push_front(std::move(draft));
  if (drafts_.size() > kMostDrafts) drafts_.pop_back();
  return redirect_to("/draft?id=" + id);
}

Wizard::Draft* Wizard::draft(const std::string& id) {
  const auto found = std::find_if(drafts_.begin(), drafts_.end(),
                                  [&](const Draft& draft) { return draft.id == id; });
  return found == drafts_.end() ? nullptr : &*found;
}

std::string Wizard::estimate_html(Draft& draft) const {
  if (!draft.estimate) return paragraph_html("Another estimate took its place.");
  if (draft.estimate->runs())
    return paragraph_html("Planning memory and measuring two steps, since " +
                          counted(static_cast<int64_t>(draft.estimate->age()), "second") + ".");
  const std::string out = text_html("Estimate", hide_(draft.estimate->out()));
  if (draft.estimate->end()->code == 0) return out;
  return paragraph_html("There is no estimate:") +
         text_html("Why there is no estimate", hide_(draft.estimate->error())) + out;
}

/// Whether the training would be refused as its estimate was.
bool Wizard::is_refused(Draft& draft) {
  return draft.estimate && !draft.estimate->runs() && draft.estimate->end()->code == kUsage;
}

Response Wizard::draft_page(const std::string& id) {
  Draft* const found = draft(id);
  if (!found) return refusal_page(404, "There is no such draft any more. Begin a new run.");
  if (found->started) return redirect_to(address_of_run("run", found->run));
  std::vector<std::string> words = flags_of(program_.train, found->values);
  words.insert(words.begin(), "train");
  words.push_back("--output_dir=" + (folder_ / found->run).string());
  nlohmann::ordered_json file = found->arguments;
  file["output_dir"] = (folder_ / found->run).string();
  const std::string body =
      pages::section_html("Estimate", part_html("estimate", estimate_html(*found))) +
      (is_refused(*found) ? ""
                          : form_html("/start", form_key_, {{"id", id}},
                                      "<button>Start the training</button>\n")) +
      fmt::format("<p><a href=\"/new?draft={}\">Change its flags</a></p>\n", escaped_html(id)) +
      pages::section_html("Command line",
                          text_html("Command line", hide_(command_text(words)) + "\n")) +
      pages::section_html("Run file", text_html("Run file", hide_(file.dump(2)) + "\n"));
  const bool waits = found->estimate && found->estimate->runs();
  return page("Before the run: " + found->run, body, waits ? kOften : kSeldom);
}

Response Wizard::start(const std::string& id) {
  Draft* const found = draft(id);
  if (!found) return refusal_page(404, "There is no such draft any more. Begin a new run.");
  if (!found->started) {
    if (const std::string reason = reason_against(found->run); !reason.empty())
      return refusal_page(409, found->run + ": " + reason);
    if (is_refused(*found)) return refusal_page(409, "There is no estimate: change its flags.");
    found->estimate.reset();
    jobs_.start(found->run, found->arguments);
    found->started = true;
  }
  return redirect_to(address_of_run("run", found->run));
}

}  // namespace tutti::serve
