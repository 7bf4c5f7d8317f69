// SPDX-License-Identifier: Apache-2.0
// A line chart as HTML: an inline SVG picture, its legend, and a line of text for the values under
// the cursor, which page.h's script moves.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tutti::pages {

struct ChartLine {
  std::string name;
  size_t colour = 0;                              // of the page's eight; the run's number
  std::vector<std::pair<double, double>> points;  // (step, value); values that are not finite: gaps
};

struct Chart {
  std::string title;
  std::string unit;  // empty: none
  std::vector<ChartLine> lines;
};

/// At most about `count` of the points: of each stretch of steps the smallest and the largest
/// value, so that no peak is lost, in the order of steps.
std::vector<std::pair<double, double>> thinned(std::vector<std::pair<double, double>> points,
                                               size_t count);

/// Round numbers that divide [low, high] into about `count` parts; one where they are equal.
std::vector<double> ticks_of(double low, double high, int count);

/// The figure; empty where no line has a finite point. At most `points` points a line are drawn.
std::string chart_html(const Chart& chart, size_t points);

}  // namespace tutti::pages
