// SPDX-License-Identifier: Apache-2.0
// A line of a metrics file.
#include "metrics/metrics_line.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"

namespace tutti::metrics {
namespace {

using Phase = MetricsLine::Phase;

constexpr Phase kPhases[] = {Phase::train, Phase::eval, Phase::final, Phase::regroup};
constexpr const char* kCause = "cause";

}  // namespace

double MetricsLine::value(std::string_view name) const {
  for (const auto& [known, value] : values)
    if (known == name) return value;
  return NAN;
}

std::string name_of(Phase phase) {
  switch (phase) {
    case Phase::train:
      return "train";
    case Phase::eval:
      return "eval";
    case Phase::final:
      return "final";
    case Phase::regroup:
      break;
  }
  return "regroup";
}

std::string text_of(const MetricsLine& line) {
  nlohmann::ordered_json object = {{"phase", name_of(line.phase)}, {"step", line.step}};
  if (line.phase == Phase::regroup) object[kCause] = line.cause;
  for (const auto& [name, value] : line.values) {
    // Counts are whole numbers up to 2^53.
    if (value == std::floor(value) && std::fabs(value) < 0x1p53)
      object[name] = static_cast<int64_t>(value);
    else
      object[name] = value;
  }
  return object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

MetricsLine parse_metrics_line(std::string_view text, const std::string& where) {
  const nlohmann::json object = format::parse_json(text, where, 10'000);
  if (!object.is_object())
    user_error("{}: found {}, expected an object", where, text.substr(0, 50));
  MetricsLine line;
  const std::string phase = format::json_string(object, "phase", where);
  bool known = false;
  for (const Phase one : kPhases)
    if (name_of(one) == phase) {
      line.phase = one;
      known = true;
    }
  if (!known)
    user_error("{}: phase is {}, expected train, eval, final or regroup", where, escaped(phase));
  line.step = format::json_int(object, "step", where);
  for (const auto& [key, value] : object.items()) {
    if (key == "phase" || key == "step") continue;
    if (key == kCause && line.phase == Phase::regroup) {
      line.cause = format::json_string(object, kCause, where);
      continue;
    }
    if (!value.is_number() && !value.is_null())
      user_error("{}: {} is {}, expected a number or null", where, escaped(key),
                 format::json_found(value));
    line.values.emplace_back(key, value.is_null() ? NAN : value.get<double>());
  }
  return line;
}

}  // namespace tutti::metrics
