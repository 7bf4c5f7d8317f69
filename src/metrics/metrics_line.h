// SPDX-License-Identifier: Apache-2.0
// A line of a metrics file.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tutti::metrics {

/// A line. Its members are phase, step, and a number for each value; null stands in for a
/// non-finite value. A line of phase `regroup` has a text, its cause.
struct MetricsLine {
  /// final: the evaluation after the training. regroup: the number of processes changed.
  enum class Phase { train, eval, final, regroup };

  Phase phase = Phase::train;
  int64_t step = 0;
  /// "time" (Unix time in seconds), "train/loss", "eval/f1", ..., in the order of the file.
  std::vector<std::pair<std::string, double>> values;
  std::string cause = {};  // of a regrouping

  /// A value by name; NaN if there is none.
  double value(std::string_view name) const;
};

std::string name_of(MetricsLine::Phase phase);

/// Visits a line's values: calls `point(name, time, value)` for each value of a curve, and
/// `last(name, value)` for each evaluation at the end of a run.
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

/// Parses a line without its line break. Throws a UserError that begins with `where` if it is not
/// as above.
MetricsLine parse_metrics_line(std::string_view text, const std::string& where);

}  // namespace tutti::metrics
