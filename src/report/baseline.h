// SPDX-License-Identifier: Apache-2.0
// A suite's earlier measurements, to detect regressions.
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
  double spread_percent = 0;  // of single values around `value`, from the baseline's repeats
  bool of_machine = false;    // depends on the machine: compared only on the same machine class
};

/// The file: {version, updated, description, machine, metrics: {name: {value, threshold_percent,
/// direction, ...}}, history: [the earlier ones, the newest first]}.
struct Baseline {
  int64_t version = 0;
  std::string updated;      // ISO 8601, UTC
  std::string description;  // why the values are these
  std::string machine;      // machine class: processor and threads
  std::map<std::string, BaselineMetric> metrics;
  nlohmann::ordered_json history = nlohmann::ordered_json::array();
};

/// Throws UserErrors that name the file and the key.
Baseline parse_baseline(const nlohmann::json& file, const std::string& where);
nlohmann::ordered_json baseline_json(const Baseline& baseline);
/// The next version: `next`'s metrics, with those of `old` moved into the history.
Baseline updated_baseline(const Baseline& old, Baseline next);

}  // namespace tutti::report
