// SPDX-License-Identifier: Apache-2.0
// A line chart as HTML: an inline SVG picture, its legend, and a line of text for the values under
// the cursor, which page.h's script moves.
#pragma once

#include <string>
#include <vector>

namespace tutti::pages {

struct ChartPoint {
  double step = 0, value = 0;  // a value that is not finite is a gap
  double time = 0;             // Unix time in seconds; 0 where it is not known

  bool operator==(const ChartPoint&) const = default;
};

struct ChartLine {
  std::string name;
  size_t colour = 0;  // of the page's eight; the run's number
  std::vector<ChartPoint> points;
};

struct Chart {
  std::string title;
  std::string unit;  // what the y axis is called
  std::vector<ChartLine> lines;
  std::string group = {};  // charts of one group stand together
};

/// At most about `count` of the points: of each stretch of steps the smallest and the largest
/// value, so that no peak is lost, in the order of steps.
std::vector<ChartPoint> thinned(std::vector<ChartPoint> points, size_t count);

/// Round numbers that divide [low, high] into about `count` parts; one where they are equal.
std::vector<double> ticks_of(double low, double high, int count);

/// The figure; empty where no line has a finite point. At most `points` points a line are drawn.
std::string chart_html(const Chart& chart, size_t points);

/// What readers set for all charts of a page; page.h's script shows it.
std::string chart_tools_html();

}  // namespace tutti::pages
