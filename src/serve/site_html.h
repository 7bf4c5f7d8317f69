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

/// The newest file *.log of a run's folder; empty if there is none.
Path newest_log(const Path& folder);

/// The end of a log; empty if there is none.
std::string log_html(const Path& log, const Hide& hide);

std::string notes_html(const std::vector<metrics::RunData>& runs);

/// A label's value as Prometheus' text form takes it.
std::string label_text(const std::string& text);

std::string counters_html(const std::vector<counters::Reading>& readings);

/// The readings for Prometheus, which wants all values of a name together.
std::string counter_figures(const std::vector<counters::Reading>& readings);

std::string text_of(const nlohmann::ordered_json& value, const char* key);

/// Bytes of a device's memory; 0 means that nobody knows.
std::string memory_text(const nlohmann::ordered_json& bytes);

/// Devices that are absent, each with the first sentence of its reason. What follows in several
/// reasons is there once.
struct AbsentDevices {
  std::vector<std::vector<std::string>> reasons;  // backend, reason
  std::vector<std::string> advice;
};
/// `absent` is that of `tutti devices --json`.
AbsentDevices absent_devices(const nlohmann::ordered_json& absent);
std::string absent_html(const AbsentDevices& absent);

}  // namespace tutti::serve
