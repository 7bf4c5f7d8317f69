// SPDX-License-Identifier: Apache-2.0
#include "report/baseline.h"

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"

namespace tutti::report {
namespace {

using Json = nlohmann::ordered_json;

BaselineMetric metric_of(const nlohmann::json& object, const std::string& where) {
  if (!object.is_object())
    user_error(
        "{}: found {}, expected {{\"value\": ..., \"threshold_percent\": ..., "
        "\"direction\": ...}}",
        where, format::json_found(object));
  BaselineMetric metric;
  metric.value = format::json_double(object, "value", where);
  metric.threshold_percent =
      format::json_double(object, "threshold_percent", where, metric.threshold_percent);
  if (metric.threshold_percent < 0)
    user_error("{}: threshold_percent is {}, expected at least 0", where, metric.threshold_percent);
  metric.direction = direction_of(format::json_string(object, "direction", where), where);
  metric.spread_percent = format::json_double(object, "spread_percent", where, 0);
  metric.of_machine = format::json_bool(object, "of_machine", where, false);
  return metric;
}

}  // namespace

std::string name_of(Direction direction) {
  return direction == Direction::lower_is_better ? "lower_is_better" : "higher_is_better";
}

Direction direction_of(const std::string& name, const std::string& where) {
  for (const Direction one : {Direction::lower_is_better, Direction::higher_is_better})
    if (name_of(one) == name) return one;
  user_error("{}: direction is {}, expected lower_is_better or higher_is_better", where,
             escaped(name));
}

Baseline parse_baseline(const nlohmann::json& file, const std::string& where) {
  if (!file.is_object())
    user_error("{}: found {}, expected an object", where, format::json_found(file));
  Baseline baseline;
  baseline.version = format::json_int(file, "version", where);
  baseline.updated = format::json_string(file, "updated", where);
  baseline.description = format::json_string(file, "description", where);
  baseline.machine = format::json_string(file, "machine", where, "");
  if (!file.contains("metrics") || !file["metrics"].is_object())
    user_error("{}: metrics is missing; expected an object", where);
  for (const auto& [name, metric] : file["metrics"].items())
    baseline.metrics[name] = metric_of(metric, fmt::format("{}: {}", where, escaped(name)));
  if (file.contains("history") && file["history"].is_array()) baseline.history = file["history"];
  return baseline;
}

Json baseline_json(const Baseline& baseline) {
  Json metrics = Json::object();
  for (const auto& [name, metric] : baseline.metrics)
    metrics[name] = {{"value", metric.value},
                     {"threshold_percent", metric.threshold_percent},
                     {"direction", name_of(metric.direction)},
                     {"spread_percent", metric.spread_percent},
                     {"of_machine", metric.of_machine}};
  return {{"version", baseline.version},
          {"updated", baseline.updated},
          {"description", baseline.description},
          {"machine", baseline.machine},
          {"metrics", metrics},
          {"history", baseline.history}};
}

Baseline updated_baseline(const Baseline& old, Baseline next) {
  next.version = old.version + 1;
  next.history = Json::array();
  if (old.version > 0) {
    Json entry = baseline_json(old);
    entry.erase("history");
    next.history.push_back(entry);
    for (const Json& earlier : old.history) next.history.push_back(earlier);
  }
  return next;
}

}  // namespace tutti::report
