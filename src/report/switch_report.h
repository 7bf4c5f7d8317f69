// SPDX-License-Identifier: Apache-2.0
// The step-switch measurements of `tutti benchmark --report`, as a page with figures. Its only
// input is the report's JSON.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tutti::report {

/// Markdown of the whole report, with links to the figures beside it.
std::string switch_markdown(const nlohmann::ordered_json& report);

/// SVG files by name: bars of time and memory, time against memory, and, if the backend reports
/// them, a roofline and the memory over a step.
std::map<std::string, std::string> switch_figures(const nlohmann::ordered_json& report);

}  // namespace tutti::report
