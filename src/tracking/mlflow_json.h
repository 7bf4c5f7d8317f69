// SPDX-License-Identifier: Apache-2.0
// What MLflow is sent, and what it answers.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tracking/mlflow_run.h"

namespace tutti::tracking {

/// A number that may also be spelled as a text, as protocol buffers do with 64 bits.
int64_t whole_of(const nlohmann::json& object, const char* name);

/// The objects of a list that may be missing.
nlohmann::json list_of(const nlohmann::json& object, const char* name);

/// A member that is an object. Anything else is no answer of MLflow.
const nlohmann::json& object_in(const nlohmann::json& answer, const char* name);

nlohmann::json pairs_json(const NamedTexts& texts);

nlohmann::json metrics_json(const std::vector<MetricPoint>& points);

/// The error_code and message of a refusal, both empty where its body is no JSON.
std::pair<std::string, std::string> problem_of(const std::string& body);

}  // namespace tutti::tracking
