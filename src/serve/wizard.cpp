// SPDX-License-Identifier: Apache-2.0
#include "serve/wizard.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "pages/page.h"
#include "serve/html.h"
#include "serve/preview.h"
#include "serve/reach.h"

namespace tutti::serve {
namespace {

using pages::escaped_html;

constexpr size_t kMostDrafts = 20;
constexpr const char* kRun = "run";          // the field of the run's name
constexpr const char* kFile = "train_file";  // the flag whose file is shown

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
      "<p id=\"h-run\" class=\"faint\">{3}A new folder of this name gets all that the run "
      "writes.</p></div>\n",
      kRun, error.empty() ? "" : " aria-invalid=\"true\"", escaped_html(run),
      error.empty() ? "" : fmt::format("<strong>{}</strong> ", escaped_html(error)));
}

/// What is between two texts, the first of which begins a line; empty if they are missing.
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  size_t at = text.find("\n" + begin);
  if (at == text.npos) return "";
  at = text.find_first_not_of(' ', at + 1 + begin.size());
  const size_t to = std::min(text.find(end, at), text.find('\n', at));
  return at == text.npos || to == text.npos ? "" : text.substr(at, to - at);
}

/// What most people want to know from an estimate.
std::string figures_html(const std::string& text) {
  const std::string of_time = text.substr(std::min(text.find("\ntime"), text.size()));
  std::string html;
  for (const auto& [name, value] :
       {std::pair("Memory at the peak", between(text, "memory:", " at the peak")),
        {"A step", between(of_time, "  a step", "\n")},
        {"The run", between(of_time, "  the run", "\n")}})
    if (!value.empty())
      html += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, escaped_html(value));
  return html.empty() ? "" : "<dl class=\"cards\">\n" + html + "</dl>\n";
}

}  // namespace

Wizard::Wizard(const ProgramInterface& program, Jobs& jobs, Path folder, std::string form_key,
               Hide hide)
    : program_(program),
      jobs_(jobs),
      folder_(std::move(folder)),
      form_key_(std::move(form_key)),
      hide_(std::move(hide)) {
  for (const Field& field : program_.train)
    (field.label.empty() ? others_ : first_).push_back(field);
}

std::string Wizard::form_content(const std::string& run, const NamedValues& values,
                                 const Errors& errors, Draft* draft) {
  std::string alert;
  if (!errors.empty())
    alert = fmt::format(
        "<p role=\"alert\" class=\"card\"><strong>{} to mend before it can start.</strong></p>\n",
        counted(static_cast<int64_t>(errors.size()), "value"));
  const auto of_run = errors.find(kRun);
  std::string first;
  for (const Field& field : first_) first += field_html(field, values, errors);
  first += run_field_html(run, of_run == errors.end() ? "" : of_run->second);
  const bool has_error = std::any_of(others_.begin(), others_.end(), [&](const Field& field) {
    return errors.contains(field.argument.name);
  });
  const std::string lacks = draft ? program_.missing(draft->values) : "";
  const bool is_disabled = draft && (is_refused(*draft) || !lacks.empty());
  return part_html("alert", alert) + "<div class=\"card\">\n" + first +
         "<div class=\"actions\"><button>Estimate</button>\n" +
         part_html("start",
                   fmt::format("<button class=\"primary\" formaction=\"/start\"{}>Start the "
                               "training</button>\n",
                               is_disabled ? " disabled" : "")) +
         "</div></div>\n" +
         fmt::format(
             "<details class=\"section\" id=\"options\"{}><summary><h2>All options</h2></summary>\n"
             "<div class=\"field\"><input type=\"search\" id=\"find\" hidden "
             "aria-label=\"Find an option\" placeholder=\"Find one of {} options\" "
             "autocomplete=\"off\"></div>\n{}</details>\n",
             has_error ? " open" : "", others_.size(), fields_html(others_, values, errors, 0));
}

std::string Wizard::aside_html(const NamedValues& values, Draft* draft) {
  const std::string rows = preview_html(value_of(values, kFile), hide_);
  std::string estimate = "<p class=\"faint\">It comes once there are a model and a file.</p>\n";
  if (draft) estimate = estimate_html(*draft);
  const auto card = [](const char* title, const std::string& content) {
    return fmt::format("<section class=\"card\"><h2>{}</h2>\n{}</section>\n", title, content);
  };
  return card("Estimate", part_html("estimate", estimate)) + "<div class=\"preview\">" +
         card("First rows",
              part_html("preview",
                        rows.empty()
                            ? "<p class=\"faint\">The first rows of the training file.</p>\n"
                            : rows)) +
         "</div>\n" + part_html("commands", draft ? commands_html(*draft) : "");
}

Response Wizard::form_page(const std::string& run, const NamedValues& values, const Errors& errors,
                           Draft* draft) {
  const std::string content = "<div class=\"with-aside\">\n<div>\n" +
                              form_content(run, values, errors, draft) +
                              "</div>\n<aside aria-label=\"Estimate and first rows\">\n" +
                              aside_html(values, draft) + "</aside></div>\n";
  const bool waits = draft && draft->estimate && draft->estimate->runs();
  return page("New run",
              "<div class=\"new-run\">\n" + form_html("/new", form_key_, {}, content) + "</div>\n",
              waits ? kOften : kNever);
}

Response Wizard::form(const NamedValues& values) {
  return form_page(unused_name(), values, {}, nullptr);
}

Response Wizard::form_of_draft(const std::string& id) {
  Draft* const found = draft(id);
  if (!found) return form(program_.begin);
  if (found->started) return redirect_to(address_of_run("run", found->run));
  return form_page(found->run, found->values, {}, found);
}

std::string Wizard::unused_name() const {
  std::error_code failure;
  for (int number = 1;; number++) {
    std::string name = fmt::format("run-{}", number);
    if (!std::filesystem::exists(folder_ / name, failure) && !jobs_.status_of(name)) return name;
  }
}

std::string Wizard::reason_against(const std::string& run) const {
  if (!Jobs::is_name(run))
    return "Expected letters, digits and -_. with a letter or digit first; a slash makes a folder.";
  std::error_code failure;
  if (std::filesystem::exists(folder_ / run, failure)) return "There is a folder of this name.";
  if (!is_below(folder_ / run, folder_))
    return "A link leads out of the folder of runs; expected another name.";
  if (const auto status = jobs_.status_of(run); status && status->state != RunStatus::State::ended)
    return "A run of this name is training.";
  return "";
}

Wizard::Draft Wizard::draft_of(const NamedValues& form, Errors& errors) const {
  Draft made{.id = "", .run = value_of(form, kRun), .values = given_values(program_.train, form)};
  made.arguments = program_.run_arguments(made.values, errors);
  for (const auto& [name, value] : made.values)
    for (const Field& field : program_.train)
      if (field.argument.name == name)
        if (const auto reason = objection_to(field.argument, value, folder_); !reason.empty())
          errors[name] = reason;
  if (const std::string reason = reason_against(made.run); !reason.empty()) errors[kRun] = reason;
  return made;
}

Response Wizard::take(const NamedValues& form) {
  Errors errors;
  Draft made = draft_of(form, errors);
  if (!errors.empty()) return form_page(made.run, made.values, errors, nullptr);
  made.id = std::to_string(++last_id_);
  // One at a time: an estimate measures steps.
  for (Draft& other : drafts_)
    if (other.estimate && other.estimate->runs()) other.estimate.reset();
  if (program_.missing(made.values).empty()) {
    std::vector<std::string> words = flags_of(program_.train, made.values);
    words.insert(words.begin(), {program_.path, "estimate"});
    made.estimate = std::make_unique<ChildProcess>(words, ChildStreams{kShown, kShown});
  }
  const std::string id = made.id;
  drafts_.push_front(std::move(made));
  if (drafts_.size() > kMostDrafts) drafts_.pop_back();
  return redirect_to("/new?draft=" + id);
}

Wizard::Draft* Wizard::draft(const std::string& id) {
  const auto found = std::find_if(drafts_.begin(), drafts_.end(),
                                  [&](const Draft& draft) { return draft.id == id; });
  return found == drafts_.end() ? nullptr : &*found;
}

/// Buttons that set the switches that an error names.
std::string Wizard::offers_html(const std::string& error) const {
  std::string html;
  for (const Field& field : program_.train) {
    const std::string flag = "--" + field.argument.name;
    const size_t at = error.find(flag);
    if (at == error.npos || !std::holds_alternative<bool*>(field.argument.value)) continue;
    const size_t end = at + flag.size();
    if (end < error.size() &&
        (std::isalnum(static_cast<unsigned char>(error[end])) != 0 || error[end] == '_'))
      continue;
    html += fmt::format("<button name=\"a.{0}\" value=\"true\">Add --{0}</button>\n",
                        escaped_html(field.argument.name));
  }
  return html.empty() ? "" : "<div class=\"actions\">\n" + html + "</div>\n";
}

std::string Wizard::estimate_html(Draft& draft) const {
  if (const std::string lacks = program_.missing(draft.values); !lacks.empty())
    return paragraph_html(lacks) + offers_html(lacks);
  if (!draft.estimate) return paragraph_html("Another estimate took its place.");
  if (draft.estimate->runs())
    return "<progress aria-label=\"the estimate\"></progress>\n" +
           paragraph_html("Planning memory and measuring two steps …");
  const std::string text = hide_(draft.estimate->out());
  const std::string out = text_html("The whole estimate", text);
  if (draft.estimate->end()->code == 0)
    return figures_html(text) +
           "<details class=\"group\"><summary><h3>The whole estimate</h3></summary>\n" + out +
           "</details>\n";
  const std::string error = draft.estimate->error();
  return "<p><strong class=\"failed\">There is no estimate:</strong></p>\n" +
         text_html("Why there is no estimate", hide_(error)) + offers_html(error) + out;
}

/// Whether the training would fail as its estimate did.
bool Wizard::is_refused(Draft& draft) {
  return draft.estimate && !draft.estimate->runs() && draft.estimate->end()->code != 0;
}

std::string Wizard::commands_html(const Draft& draft) const {
  std::vector<std::string> words = flags_of(program_.train, draft.values);
  words.insert(words.begin(), "train");
  words.push_back("--output_dir=" + (folder_ / draft.run).string());
  nlohmann::ordered_json file = draft.arguments;
  file["output_dir"] = (folder_ / draft.run).string();
  return pages::section_html("Command line",
                             text_html("Command line", hide_(command_text(words)) + "\n")) +
         pages::section_html("Run file", text_html("Run file", hide_(file.dump(2)) + "\n"), false);
}

Response Wizard::start(const NamedValues& form) {
  Errors errors;
  Draft made = draft_of(form, errors);
  const std::string target = address_of_run("run", made.run);
  const auto known = std::find_if(drafts_.begin(), drafts_.end(), [&](const Draft& draft) {
    return draft.run == made.run && draft.values == made.values;
  });
  const bool has_draft = known != drafts_.end();
  if (has_draft && known->started) return redirect_to(target);
  if (!errors.empty()) return form_page(made.run, made.values, errors, nullptr);
  if (has_draft && is_refused(*known))
    return refusal_page(409, "There is no estimate: change the options.");
  for (Draft& draft : drafts_) draft.estimate.reset();
  jobs_.start(made.run, made.arguments);
  if (!has_draft) drafts_.push_front(std::move(made));
  (has_draft ? *known : drafts_.front()).started = true;
  if (drafts_.size() > kMostDrafts) drafts_.pop_back();
  return redirect_to(target);
}

}  // namespace tutti::serve
