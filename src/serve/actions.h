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

  /// The response to a request for one of these paths; nothing for others. `runs` are the runs that
  /// are in the folder now.
  std::optional<Response> answer(const Request& request, const std::vector<RunSummary>& runs);
  /// The status of a run that was started here, as text; empty for others.
  std::string state_of(const std::string& run);
  /// The log of a run that was started here; empty for others.
  Path log_of(const std::string& run);
  /// Runs that were started here and are not in `runs` because they have no values yet.
  std::vector<RunSummary> without_values(const std::vector<RunSummary>& runs);
  /// The buttons of a run's page. `folder` is empty while the run has no values.
  std::string job_html(const std::string& run, const Path& folder);
  /// The panel that queries a run's model; empty while there is no model.
  std::string ask_html(const std::string& run, const Path& folder);
  /// Whether a query of that model is running.
  bool answers_now(const std::string& run);
  /// Notes which processes have ended since the last call.
  void poll();
  size_t running() const;

 private:
  std::optional<Response> answer_form(const Request& request, const std::vector<RunSummary>& runs);
  Response form_like(const std::string& run, const std::vector<RunSummary>& runs);
  /// A new run, filled in from another run or a draft if the request names one.
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
