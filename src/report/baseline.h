// SPDX-License-Identifier: Apache-2.0
// What a suite measured before, and whether it has become worse since.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/files.h"

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

enum class Trend { same, worse, unclear };

struct Judgement {
  Trend trend = Trend::same;
  double change_percent = 0;  // above 0: worse
  double error_percent = 0;   // of the change: the half width of about 95 %
};

/// Judges values against earlier ones of the same metric. Two lists of the same length are pairs
/// that were measured in turn, so that what slows the machine down for a while slows both. One
/// earlier value is a recorded one, with `spread_percent` of its own. Worse is a change beyond the
/// threshold, of which the low end of its error is still beyond half of the threshold; unclear is
/// one whose threshold is within its error: more repeats would tell.
Judgement judge(const std::vector<double>& before, const std::vector<double>& now,
                const BaselineMetric& metric);

double median_of(std::vector<double> values);
/// The median distance from the median, scaled to be a normal distribution's standard deviation.
double spread_of(const std::vector<double>& values);

}  // namespace tutti::report
