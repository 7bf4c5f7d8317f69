// SPDX-License-Identifier: Apache-2.0
// What `tutti benchmark --report` measured of a step's switches, as a page and its figures. It
// reads the report's JSON and finds out nothing itself.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tutti::report {

/// Markdown of the whole report, with links to the figures beside it.
std::string switch_markdown(const nlohmann::ordered_json& report);

/// SVG files by their names: bars of time and of memory, time against memory, and where the backend
/// tells them a roofline and the memory over a step.
std::map<std::string, std::string> switch_figures(const nlohmann::ordered_json& report);

}  // namespace tutti::report
