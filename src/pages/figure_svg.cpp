// SPDX-License-Identifier: Apache-2.0
#include "pages/figure_svg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "pages/chart.h"
#include "pages/page.h"

namespace tutti::pages {
namespace {

constexpr double kPlotLeft = 70, kPlotTop = 40, kPlotWidth = 560, kPlotHeight = 300;
constexpr double kPlotBottom = 44, kPlotRight = 24, kLegendLine = 16;
constexpr double kBarLeft = 250, kBarWidth = 360, kBarHeight = 18, kBarTop = 34, kBarRight = 90;
constexpr std::array<const char*, 8> kInks = {"#2f6fab", "#c0392b", "#2e8b57", "#8e44ad",
                                              "#d68910", "#148f9f", "#7f8c8d", "#6b4f3a"};

std::string svg_start(double width, double height, const std::string& title) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n"
      "<text x=\"10\" y=\"20\" font-size=\"14\">{2}</text>\n",
      width, height, escaped_html(title));
}

std::string svg_text(double x, double y, const char* anchor, const std::string& content) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     escaped_html(content));
}

std::string svg_rule(double x1, double y1, double x2, double y2, const char* style) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1,
                     x2, y2, style);
}

/// One axis: which values it shows, and where between 0 and 1 a value lies.
class Scale {
 public:
  Scale(const Axis& axis, const std::vector<double>& values) : logarithmic_(axis.is_logarithmic) {
    low_ = std::numeric_limits<double>::infinity();
    high_ = -low_;
    for (const double value : values) {
      low_ = std::min(low_, placed(value));
      high_ = std::max(high_, placed(value));
    }
    if (logarithmic_) {
      low_ = std::floor(low_);
      high_ = std::ceil(high_);
    } else {
      low_ = std::min(low_, 0.0);
    }
    if (!(high_ > low_)) high_ = low_ + 1;
  }

  double share(double value) const { return (placed(value) - low_) / (high_ - low_); }
  std::vector<double> ticks() const {
    if (!logarithmic_) return ticks_of(low_, high_, 6);
    std::vector<double> powers;
    for (double power = low_; power <= high_; power++) powers.push_back(std::pow(10, power));
    return powers;
  }

 private:
  double placed(double value) const { return logarithmic_ ? std::log10(value) : value; }

  bool logarithmic_;
  double low_, high_;
};

struct Frame {
  Scale x, y;
  double at_x(double value) const { return kPlotLeft + kPlotWidth * x.share(value); }
  double at_y(double value) const { return kPlotTop + kPlotHeight * (1 - y.share(value)); }
};

Frame frame_of(const Figure& figure) {
  std::vector<double> x, y;
  for (const FigureLine& line : figure.lines)
    for (const auto& [at, value] : line.points) {
      x.push_back(at);
      y.push_back(value);
    }
  return {Scale(figure.x, x), Scale(figure.y, y)};
}

std::string axes_svg(const Figure& figure, const Frame& frame) {
  constexpr const char* kFaint = "stroke=\"#ddd\"";
  const double floor = kPlotTop + kPlotHeight;
  std::string svg;
  for (const double tick : frame.y.ticks()) {
    const double y = frame.at_y(tick);
    svg += svg_rule(kPlotLeft, y, kPlotLeft + kPlotWidth, y, kFaint);
    svg += svg_text(kPlotLeft - 6, y + 4, "end", fmt::format("{:g}", tick));
  }
  for (const double tick : frame.x.ticks()) {
    const double x = frame.at_x(tick);
    svg += svg_rule(x, kPlotTop, x, floor, kFaint);
    svg += svg_text(x, floor + 16, "middle", fmt::format("{:g}", tick));
  }
  svg += svg_text(kPlotLeft + kPlotWidth / 2, floor + 34, "middle", figure.x.title);
  return svg + svg_text(kPlotLeft, kPlotTop - 6, "start", figure.y.title);
}

std::string line_svg(const FigureLine& line, const Frame& frame, const char* ink) {
  std::string path, svg;
  for (size_t i = 0; i < line.points.size(); i++) {
    const double x = frame.at_x(line.points[i].first), y = frame.at_y(line.points[i].second);
    if (!line.is_marks) path += fmt::format("{}{:.1f} {:.1f}", i == 0 ? "M" : "L", x, y);
    if (line.is_marks)
      svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\"/>\n", x, y, ink);
    if (i < line.labels.size()) svg += svg_text(x + 6, y - 5, "start", line.labels[i]);
  }
  if (line.is_marks) return svg;
  return fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"/>\n", path,
                     ink) +
         svg;
}

}  // namespace

std::string lines_svg(const Figure& figure) {
  const Frame frame = frame_of(figure);
  const double below = kPlotTop + kPlotHeight + kPlotBottom;
  const double height = below + kLegendLine * static_cast<double>(figure.lines.size()) + 8;
  std::string svg = svg_start(kPlotLeft + kPlotWidth + kPlotRight, height, figure.title);
  svg += axes_svg(figure, frame);
  for (size_t i = 0; i < figure.lines.size(); i++) {
    const char* ink = kInks.data()[i % kInks.size()];
    svg += line_svg(figure.lines[i], frame, ink);
    const double y = below + kLegendLine * static_cast<double>(i);
    svg += fmt::format("<rect x=\"{}\" y=\"{:.1f}\" width=\"20\" height=\"4\" fill=\"{}\"/>\n",
                       kPlotLeft, y, ink);
    svg += svg_text(kPlotLeft + 28, y + 6, "start", figure.lines[i].name);
  }
  return svg + "</svg>\n";
}

std::string bars_svg(const std::string& title, const std::vector<Bar>& bars, double mark) {
  double most = mark;
  for (const Bar& bar : bars) most = std::max(most, bar.value);
  const auto width = [&](double value) { return most > 0 ? kBarWidth * value / most : 0; };
  const double floor = kBarTop + kBarHeight * static_cast<double>(bars.size());
  std::string svg = svg_start(kBarLeft + kBarWidth + kBarRight, floor + 14, title);
  for (size_t i = 0; i < bars.size(); i++) {
    const double y = kBarTop + kBarHeight * static_cast<double>(i);
    svg += svg_text(kBarLeft - 8, y + 13, "end", bars[i].name);
    svg += fmt::format("<rect x=\"{}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" fill=\"{}\"/>\n",
                       kBarLeft, y + 2, width(bars[i].value), kBarHeight - 4, kInks[0]);
    svg += svg_text(kBarLeft + width(bars[i].value) + 6, y + 13, "start", bars[i].text);
  }
  svg += svg_rule(kBarLeft + width(mark), kBarTop - 4, kBarLeft + width(mark), floor + 4,
                  "stroke=\"#c0392b\" stroke-dasharray=\"4 3\"");
  return svg + "</svg>\n";
}

}  // namespace tutti::pages
