// SPDX-License-Identifier: Apache-2.0
// What the pages change: trainings that are made, started, stopped and resumed, and models that are
// asked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "serve/asking.h"
#include "serve/jobs.h"
#include "serve/run_folder.h"
#include "serve/wizard.h"

namespace tutti::serve {

class Actions {
 public:
  Actions(const Path& folder, const ProgramInterface& program, const std::string& form_key,
          Hide hide);

  /// The answer to a request that is about them; nothing for other paths. `runs` are those of the
  /// folder now.
  std::optional<Response> answer(const Request& request, const std::vector<RunSummary>& runs);
  /// How a run that was started here is; empty for others.
  std::string state_of(const std::string& run);
  /// The log of a run that was started here; empty for others.
  Path log_of(const std::string& run);
  /// Those that were started here and are not among `runs`, as they have no values yet.
  std::vector<RunSummary> without_values(const std::vector<RunSummary>& runs);
  /// What can be done with a run, as forms and links. `folder` is empty while it has no values.
  std::string job_html(const std::string& run, const Path& folder);
  /// Notes what has ended meanwhile.
  void look();
  size_t running() const;

 private:
  std::optional<Response> answer_form(const Request& request, const std::vector<RunSummary>& runs);
  Response form_like(const std::string& run, const std::vector<RunSummary>& runs) const;
  std::string links_html(const std::string& run, const Path& folder, bool has_file,
                         bool trains) const;
  /// A new run, filled in as it was in another one or in a draft, where the request names one.
  Response answer_new(const Request& request, const std::vector<RunSummary>& runs);
  Response resume(const std::string& run, bool is_sure, const std::vector<RunSummary>& runs);
  Response question(const std::string& run, const std::vector<std::string>& lines) const;

  const ProgramInterface& program_;
  std::string form_key_;
  Jobs jobs_;
  Wizard wizard_;
  Asking asking_;
};

}  // namespace tutti::serve
