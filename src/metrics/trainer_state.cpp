// SPDX-License-Identifier: Apache-2.0
#include "metrics/trainer_state.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"
#include "metrics/metrics_log.h"

namespace tutti::metrics {

std::string without_python_numbers(std::string_view text) {
  std::string result;
  bool in_string = false;
  for (size_t at = 0; at < text.size();) {
    std::string_view taken = text.substr(at, 1);
    if (in_string && taken == "\\") {
      taken = text.substr(at, 2);
    } else if (taken == "\"") {
      in_string = !in_string;
    } else if (!in_string) {
      for (const std::string_view number : {"NaN", "-Infinity", "Infinity"})
        if (text.substr(at).starts_with(number)) taken = number;
    }
    result += taken.size() > 2 ? std::string_view("null") : taken;
    at += taken.size();
  }
  return result;
}

std::vector<MetricsLine> parse_trainer_state(std::string_view text, const std::string& where) {
  const nlohmann::json state = format::parse_json(without_python_numbers(text), where);
  if (!state.is_object())
    user_error("{}: found {}, expected an object with \"log_history\", as transformers writes it",
               where, format::json_found(state));
  return metrics_of_history(state.value("log_history", nlohmann::json::array()));
}

std::vector<MetricsLine> read_trainer_state(const Path& file) {
  return parse_trainer_state(read_file(file), escaped(file.string(), 1000));
}

}  // namespace tutti::metrics
