// SPDX-License-Identifier: Apache-2.0
// The pages: the runs of a folder, curves of one or several, the devices; the runs' figures for
// Prometheus; and, unless they only show, those that start, stop and resume trainings and ask their
// models.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "counters/counters.h"
#include "serve/message.h"
#include "serve/program.h"
#include "serve/run_folder.h"

namespace tutti::serve {

class Actions;

struct SiteSettings {
  /// The output of `tutti devices --json`; null while it runs.
  std::function<nlohmann::ordered_json()> devices;
  /// What the hardware says now; empty: nothing.
  std::function<std::vector<counters::Reading>()> counters = {};
  /// {"name": "where it was found, or that it was not"}; never a value.
  std::function<nlohmann::ordered_json()> credentials;
  /// Of logs and of what commands say.
  Hide hide;
  /// What can be started, and the key of the forms that do (serve/access.h). Empty: the pages only
  /// show.
  std::optional<ProgramInterface> program = std::nullopt;
  std::string form_key = "";
};

class Site {
 public:
  /// `folder` is that of the runs, as the user gave it.
  Site(const Path& folder, SiteSettings settings);
  ~Site();

  /// The answer to a request that access.h lets pass.
  Response answer(const Request& request);
  /// Notes what has ended meanwhile; to be called several times a second.
  void poll();
  /// Trainings that were started here and still run.
  size_t running() const;

 private:
  Response runs_page();
  Response curves_page(const Request& request);
  Response devices_page() const;
  std::vector<counters::Reading> readings() const;
  Response figures();

  RunFolder folder_;
  SiteSettings settings_;
  std::unique_ptr<Actions> actions_;  // none where the pages only show
};

}  // namespace tutti::serve
