// SPDX-License-Identifier: Apache-2.0
// Figures as SVG files that need no page around them: lines over two axes, and bars.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tutti::pages {

struct FigureLine {
  std::string name;
  std::vector<std::pair<double, double>> points;  // only finite ones
  bool is_marks = false;                          // a dot for each point, and no line
  std::vector<std::string> labels = {};           // beside the dots; empty: none
};

struct Axis {
  std::string title;
  bool is_logarithmic = false;  // by powers of ten; then all values are positive
};

struct Figure {
  std::string title;
  Axis x, y;
  std::vector<FigureLine> lines;
};

/// Linear axes begin at 0, or at the smallest value if that is negative.
std::string lines_svg(const Figure& figure);

struct Bar {
  std::string name, text;  // the text follows the bar
  double value = 0;        // not negative
};

/// Horizontal bars from 0, and a line across them at `mark`.
std::string bars_svg(const std::string& title, const std::vector<Bar>& bars, double mark);

}  // namespace tutti::pages
