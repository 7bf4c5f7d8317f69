// SPDX-License-Identifier: Apache-2.0
// What a suite measured before, and whether it has become worse since.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace tutti::report {

enum class Direction { lower_is_better, higher_is_better };

/// "lower_is_better" or "higher_is_better".
std::string name_of(Direction direction);
Direction direction_of(const std::string& name, const std::string& where);

struct BaselineMetric {
  double value = 0;
  double threshold_percent = 10;  // worse by more is a regression
  Direction direction = Direction::lower_is_better;
  double spread_percent = 0;  // of single values around `value`, as the baseline's repeats showed
  bool of_machine = false;    // depends on the machine: compared on the same class of machine alone
};

/// The file: {version, updated, description, machine, metrics: {name: {value, threshold_percent,
/// direction, ...}}, history: [the earlier ones, the newest first]}.
struct Baseline {
  int64_t version = 0;
  std::string updated;      // ISO 8601, UTC
  std::string description;  // why the values are these
  std::string machine;      // class: processor and threads
  std::map<std::string, BaselineMetric> metrics;
  nlohmann::ordered_json history = nlohmann::ordered_json::array();
};

/// UserErrors name the file and the key.
Baseline parse_baseline(const nlohmann::json& file, const std::string& where);
nlohmann::ordered_json baseline_json(const Baseline& baseline);
/// The next version: its metrics are `next`'s, those of `old` go into the history.
Baseline updated_baseline(const Baseline& old, Baseline next);

}  // namespace tutti::report
