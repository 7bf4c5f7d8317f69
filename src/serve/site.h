// SPDX-License-Identifier: Apache-2.0
// The pages: the runs of a folder, the curves of one run or several, the devices, and the runs'
// figures for Prometheus. Unless the site is read-only, it also starts, stops and resumes trainings
// and queries their models.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "counters/counters.h"
#include "serve/message.h"
#include "serve/program.h"
#include "serve/run_folder.h"
#include "serve/run_page.h"

namespace tutti::serve {

class Actions;

struct SiteSettings {
  /// The output of `tutti devices --json`; null while it runs.
  std::function<nlohmann::ordered_json()> devices;
  /// The current readings of the hardware's counters; may be empty.
  std::function<std::vector<counters::Reading>()> counters = {};
  /// Where each credential was found, or that it was not, by name; never its value.
  std::function<nlohmann::ordered_json()> credentials;
  /// The task of a run with these arguments, which may not name it; empty if unknown.
  RunFolder::TaskOf task_of = {};
  /// Removes secrets from logs and from what commands print.
  Hide hide;
  /// What can be started, and the key of the forms that start it (serve/access.h). Empty if the
  /// site is read-only.
  std::optional<ProgramInterface> program = std::nullopt;
  std::string form_key = "";
};

class Site {
 public:
  /// `folder` is the folder of the runs, as the user named it.
  Site(const Path& folder, SiteSettings settings);
  ~Site();

  /// The answer to a request that access.h has allowed.
  Response answer(const Request& request);
  /// Notes which processes have ended. Call it several times a second.
  void poll();
  /// How many of the trainings that it has started are still running.
  size_t running() const;

 private:
  std::vector<RunRow> rows_of(const std::vector<RunSummary>& runs);
  std::string log_of(const RunSummary& run) const;
  Response runs_page(bool shows_all);
  Response curves_page(const Request& request);
  Response devices_page() const;
  std::vector<counters::Reading> readings() const;
  Response figures();

  RunFolder folder_;
  SiteSettings settings_;
  std::unique_ptr<Actions> actions_;  // none if the site is read-only
};

}  // namespace tutti::serve
