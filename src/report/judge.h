// SPDX-License-Identifier: Apache-2.0
// Judges whether values are worse than earlier ones.
#pragma once

#include <vector>

#include "base/statistics.h"
#include "report/baseline.h"

namespace tutti::report {

enum class Trend { same, worse, unclear };

struct Judgement {
  Trend trend = Trend::same;
  double change_percent = 0;  // above 0: worse
  double error_percent = 0;   // half the width of the change's 95 % interval, about
};

/// Judges values against earlier ones of the same metric. Two lists of equal length are pairs
/// measured alternately, so that a temporary slowdown of the machine affects both. A single earlier
/// value is a recorded one, with its own `spread_percent`. `worse` is a change beyond the threshold
/// whose lower error limit is still beyond half the threshold; `unclear` is one whose error
/// includes the threshold: more repeats would decide.
Judgement judge(const std::vector<double>& before, const std::vector<double>& now,
                const BaselineMetric& metric);

}  // namespace tutti::report
