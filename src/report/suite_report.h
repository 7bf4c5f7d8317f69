// SPDX-License-Identifier: Apache-2.0
// The result of a suite as text, JUnit XML, an HTML page and JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "report/suite_result.h"

namespace tutti::report {

std::string suite_text(const SuiteResult& result);
std::string suite_junit(const SuiteResult& result);
std::string suite_html(const SuiteResult& result);
nlohmann::ordered_json suite_json(const SuiteResult& result);

}  // namespace tutti::report
