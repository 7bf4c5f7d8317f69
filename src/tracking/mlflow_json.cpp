// SPDX-License-Identifier: Apache-2.0
#include "tracking/mlflow_json.h"

#include <cmath>

#include "format/json.h"
#include "http/encoding.h"
#include "tracking/mlflow_errors.h"
#include "tracking/mlflow_run.h"

namespace tutti::tracking {
namespace {

using nlohmann::json;

}  // namespace

int64_t whole_of(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) return 0;
  if (found->is_number_integer()) return found->get<int64_t>();
  if (!found->is_string()) return 0;
  return static_cast<int64_t>(http::whole_number(found->get<std::string>()).value_or(0));
}

json list_of(const json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_array() ? *found : json::array();
}

const json& object_in(const json& answer, const char* name) {
  const auto found = answer.find(name);
  if (found == answer.end() || !found->is_object())
    throw ServerRefused(fmt::format("an answer of MLflow has no object {}; is MLFLOW_TRACKING_URI "
                                    "the address of an MLflow server?",
                                    name),
                        "");
  return *found;
}

json pairs_json(const NamedTexts& texts) {
  json list = json::array();
  for (const auto& [key, value] : texts) list.push_back({{"key", key}, {"value", value}});
  return list;
}

json metrics_json(const std::vector<MetricPoint>& points) {
  json list = json::array();
  for (const MetricPoint& point : points)
    list.push_back({{"key", point.name},
                    // Protocol buffers' spelling of values that JSON lacks.
                    {"value", std::isfinite(point.value) ? json(point.value) : json("NaN")},
                    {"timestamp", point.time},
                    {"step", point.step}});
  return list;
}

std::pair<std::string, std::string> problem_of(const std::string& body) {
  try {
    const json object = format::parse_json(body, "the answer", 1000);
    return {format::json_string(object, "error_code", "the answer", ""),
            format::json_string(object, "message", "the answer", "")};
  } catch (const UserError&) {
    return {};
  }
}

}  // namespace tutti::tracking
