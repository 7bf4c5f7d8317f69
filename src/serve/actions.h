// SPDX-License-Identifier: Apache-2.0
// What users do on the pages: make, start, stop and resume trainings, and query models.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "serve/inference.h"
#include "serve/jobs.h"
#include "serve/run_folder.h"
#include "serve/wizard.h"

namespace tutti::serve {

class Actions {
 public:
  Actions(const Path& folder, const ProgramInterface& program, const std::string& form_key,
          Hide hide);

  /// The response to a request of these paths; nothing for others. `runs` are those that the folder
  /// has now.
  std::optional<Response> answer(const Request& request, const std::vector<RunSummary>& runs);
  /// The status of a run that was started here, as text; empty for others.
  std::string state_of(const std::string& run);
  /// The log of a run that was started here; empty for others.
  Path log_of(const std::string& run);
  /// Runs that were started here and are not among `runs`, as they have no values yet.
  std::vector<RunSummary> without_values(const std::vector<RunSummary>& runs);
  /// The buttons of a run's page. `folder` is empty while the run has no values.
  std::string job_html(const std::string& run, const Path& folder);
  /// What asks the model of a run; empty while there is none.
  std::string ask_html(const std::string& run, const Path& folder);
  /// Whether that model is being asked.
  bool answers_now(const std::string& run);
  /// Notes which processes have ended since the last call.
  void poll();
  size_t running() const;

 private:
  std::optional<Response> answer_form(const Request& request, const std::vector<RunSummary>& runs);
  Response form_like(const std::string& run, const std::vector<RunSummary>& runs);
  /// A new run, filled in as it was in another one or in a draft, where the request names one.
  Response answer_new(const Request& request, const std::vector<RunSummary>& runs);
  Response resume(const std::string& run, bool is_sure, const std::vector<RunSummary>& runs);
  Response question(const std::string& run, const std::vector<std::string>& lines) const;

  const ProgramInterface& program_;
  std::string form_key_;
  Jobs jobs_;
  Wizard wizard_;
  Inference inference_;
};

}  // namespace tutti::serve
