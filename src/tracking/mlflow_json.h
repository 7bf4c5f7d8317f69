// SPDX-License-Identifier: Apache-2.0
// JSON of MLflow's requests and answers.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tracking/mlflow_run.h"

namespace tutti::tracking {

/// A number that may also be a text, as protocol buffers write 64-bit integers.
int64_t whole_of(const nlohmann::json& object, const char* name);

/// The objects of a list that may be missing.
nlohmann::json list_of(const nlohmann::json& object, const char* name);

/// A member that is an object. Throws ServerRefused otherwise: the server is not MLflow.
const nlohmann::json& object_in(const nlohmann::json& answer, const char* name);

nlohmann::json pairs_json(const NamedTexts& texts);

nlohmann::json metrics_json(const std::vector<MetricPoint>& points);

/// The error_code and message of a refusal; both empty if its body is not JSON.
std::pair<std::string, std::string> problem_of(const std::string& body);

}  // namespace tutti::tracking
