// SPDX-License-Identifier: Apache-2.0
// A line chart as HTML: an inline SVG picture, its legend, and a line of text for the values under
// the cursor, which page.h's script moves.
#pragma once

#include <string>
#include <vector>

namespace tutti::pages {

struct ChartPoint {
  double step = 0, value = 0;  // a value that is not finite is a gap
  double time = 0;             // Unix time in seconds; 0 if unknown

  bool operator==(const ChartPoint&) const = default;
};

struct ChartLine {
  std::string name;
  size_t colour = 0;  // one of the page's eight; the run's number
  std::vector<ChartPoint> points;
};

struct Chart {
  std::string title;
  std::string unit;  // the label of the y axis
  std::vector<ChartLine> lines;
  std::string group = {};  // charts of one group are shown together
};

/// At most about `count` of the points, in the order of steps: the smallest and the largest value
/// of each stretch of steps, so that no peak is lost.
std::vector<ChartPoint> thinned(std::vector<ChartPoint> points, size_t count);

/// Round numbers that divide [low, high] into about `count` parts; one number if the two are equal.
std::vector<double> ticks_of(double low, double high, int count);

/// The figure; empty if no line has a finite point. Draws at most `points` points a line.
std::string chart_html(const Chart& chart, size_t points);

/// The controls for all charts of a page; page.h's script shows them.
std::string chart_tools_html();

}  // namespace tutti::pages
