// SPDX-License-Identifier: Apache-2.0
// The parts of the pages of a site.
#pragma once

#include <string>
#include <vector>

#include "base/files.h"
#include "counters/counters.h"
#include "metrics/metrics_line.h"
#include "metrics/run_data.h"
#include "serve/program.h"
#include "serve/run_folder.h"

namespace tutti::serve {

std::string bytes_text(double bytes);

/// The charts, group by group. Each figure is a part.
std::string charts_html(const std::vector<metrics::RunData>& runs);

/// The newest *.log file in a run's folder; empty if there is none.
Path newest_log(const Path& folder);

/// The end of a log; empty if there is none.
std::string log_html(const Path& log, const Hide& hide);

std::string notes_html(const std::vector<metrics::RunData>& runs);

/// A label's value, escaped for Prometheus' text format.
std::string label_text(const std::string& text);

std::string counters_html(const std::vector<counters::Reading>& readings);

/// The readings for Prometheus, which expects all values of a name together.
std::string counter_figures(const std::vector<counters::Reading>& readings);

std::string text_of(const nlohmann::ordered_json& value, const char* key);

/// The bytes of a device's memory as text; 0 means unknown.
std::string memory_text(const nlohmann::ordered_json& bytes);

/// Absent devices, each with the first sentence of its reason. What follows it in several reasons
/// is listed once.
struct AbsentDevices {
  std::vector<std::vector<std::string>> reasons;  // backend, reason
  std::vector<std::string> advice;
};
/// `absent` is the member of that name of `tutti devices --json`.
AbsentDevices absent_devices(const nlohmann::ordered_json& absent);
std::string absent_html(const AbsentDevices& absent);

}  // namespace tutti::serve
