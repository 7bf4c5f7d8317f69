// SPDX-License-Identifier: Apache-2.0
#include "report/judge.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace tutti::report {
namespace {

/// How much worse `now` is than `before`, in percent.
double worsening(double before, double now, Direction direction) {
  const double change = direction == Direction::lower_is_better ? now - before : before - now;
  // For a value of 0, any change counts as 100 %.
  return 100 * (before != 0 ? change / std::fabs(before) : change > 0 ? 1 : change < 0 ? -1 : 0);
}

/// 97.5 % quantiles of Student's distribution with 1, 2, ... degrees of freedom.
/// Source: any table; from 10 on, the normal distribution's is close enough.
double student(size_t degrees) {
  constexpr double kQuantiles[] = {12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26};
  return degrees == 0 ? INFINITY : degrees < 10 ? kQuantiles[degrees - 1] : 2.1;
}

double deviation_of(const std::vector<double>& values) {
  double mean = 0, squares = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  for (const double value : values) squares += (value - mean) * (value - mean);
  return values.size() > 1 ? std::sqrt(squares / static_cast<double>(values.size() - 1)) : 0;
}

}  // namespace

Judgement judge(const std::vector<double>& before, const std::vector<double>& now,
                const BaselineMetric& metric) {
  check(!before.empty() && !now.empty() && (before.size() == 1 || before.size() == now.size()),
        "{} values are not comparable with {}", now.size(), before.size());
  std::vector<double> changes;
  for (size_t i = 0; i < now.size(); i++)
    changes.push_back(worsening(before[before.size() == 1 ? 0 : i], now[i], metric.direction));
  Judgement judgement;
  judgement.change_percent = median_of(changes);
  const auto count = static_cast<double>(changes.size());
  // A recorded value is a median of repeats too, and wrong by its own spread.
  const double recorded = before.size() == 1 ? metric.spread_percent : 0;
  const double own = std::sqrt(deviation_of(changes) * deviation_of(changes) / count +
                               recorded * recorded / count);
  judgement.error_percent = own == 0 ? 0 : student(changes.size() - 1) * own;
  const double change = judgement.change_percent;
  if (!std::isfinite(change))
    judgement.trend = Trend::worse;  // a NaN loss is not noise
  else if (change > metric.threshold_percent &&
           change - judgement.error_percent > metric.threshold_percent / 2)
    judgement.trend = Trend::worse;
  else if (std::fabs(change - metric.threshold_percent) < judgement.error_percent)
    judgement.trend = Trend::unclear;
  return judgement;
}

}  // namespace tutti::report
