// SPDX-License-Identifier: Apache-2.0
// Whether values have become worse since earlier ones.
#pragma once

#include <vector>

#include "base/statistics.h"
#include "report/baseline.h"

namespace tutti::report {

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

}  // namespace tutti::report
