// SPDX-License-Identifier: Apache-2.0
// A line of a file of metrics.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tutti::metrics {

/// A line. Its members are phase, step, and a number for each value; null is a value that is not
/// finite. A line of the phase `regroup` has its cause, a text.
struct MetricsLine {
  /// final: the evaluation after the training. regroup: the number of processes changed.
  enum class Phase { train, eval, final, regroup };

  Phase phase = Phase::train;
  int64_t step = 0;
  /// "time" (Unix time in seconds), "train/loss", "eval/f1", ..., in the order of the file.
  std::vector<std::pair<std::string, double>> values;
  std::string cause = {};  // of a regrouping

  /// A value by name; NaN where there is none.
  double value(std::string_view name) const;
};

std::string name_of(MetricsLine::Phase phase);

/// Tells apart what a line has: `point(name, time, value)` gets each value of a curve, and
/// `last(name, value)` what the end of a run says of evaluations.
template <typename Point, typename Last>
void visit_values(const MetricsLine& line, const Point& point, const Last& last) {
  const double given = line.value("time"), time = std::isfinite(given) ? given : 0;
  for (const auto& [name, value] : line.values) {
    if (name == "time") continue;
    if (line.phase != MetricsLine::Phase::final)
      point(name, time, value);
    else if (name.starts_with("eval/"))
      last(name, value);
  }
}
std::string text_of(const MetricsLine& line);

/// The line of a text without a line's end. One that is not as above is a UserError that begins
/// with `where`.
MetricsLine parse_metrics_line(std::string_view text, const std::string& where);

}  // namespace tutti::metrics
