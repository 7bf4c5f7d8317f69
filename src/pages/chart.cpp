// SPDX-License-Identifier: Apache-2.0
#include "pages/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "pages/page.h"

namespace tutti::pages {
namespace {

using Points = std::vector<std::pair<double, double>>;

constexpr double kChartLeft = 62, kChartTop = 10, kChartWidth = 560, kChartHeight = 220;
constexpr double kChartRight = 16, kChartBottom = 26;
constexpr size_t kColours = 8;

struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void add(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  /// Halves, because the whole range may be larger than a double.
  double share(double value) const {
    const double range = high / 2 - low / 2;
    return range >= std::numeric_limits<double>::min() ? (value / 2 - low / 2) / range : 0.5;
  }
};

double x_of(const Extent& steps, double step) {
  return kChartLeft + kChartWidth * steps.share(step);
}

double y_of(const Extent& values, double value) {
  return kChartTop + kChartHeight * (1 - values.share(value));
}

/// "1.5M", "20k", "0.002".
std::string tick_text(double value) {
  const double size = std::fabs(value);
  if (size >= 1e9) return fmt::format("{:g}G", value / 1e9);
  if (size >= 1e6) return fmt::format("{:g}M", value / 1e6);
  if (size >= 1e4) return fmt::format("{:g}k", value / 1e3);
  return fmt::format("{:.4g}", value);
}

std::string grid_svg(const Extent& steps, const Extent& values) {
  std::string svg;
  for (const double tick : ticks_of(values.low, values.high, 5)) {
    const double y = y_of(values, tick);
    svg += fmt::format("<line class=\"grid\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>",
                       kChartLeft, kChartLeft + kChartWidth, y, y);
    svg += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
                       kChartLeft - 6, y + 4, tick_text(tick));
  }
  for (const double tick : ticks_of(steps.low, steps.high, 6))
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                       x_of(steps, tick), kChartTop + kChartHeight + 18, tick_text(tick));
  return svg;
}

/// A value that is not finite ends a stretch of the line; a point alone is drawn as a dot.
std::string path_svg(const ChartLine& line, const Extent& steps, const Extent& values) {
  std::string path, data;
  bool pen_down = false;
  for (const auto& [step, value] : line.points) {
    if (!std::isfinite(value)) {
      pen_down = false;
      continue;
    }
    path += fmt::format("{}{:.1f} {:.1f}", pen_down ? "L" : "M", x_of(steps, step),
                        y_of(values, value));
    if (!pen_down) path += "h.1";
    pen_down = true;
    data += fmt::format("{}{:.12g}:{:.6g}", data.empty() ? "" : " ", step, value);
  }
  return fmt::format("<path class=\"line l{}\" d=\"{}\" data-name=\"{}\" data-points=\"{}\"/>\n",
                     line.colour % kColours, path, escaped_html(line.name), data);
}

std::string legend_html(const std::vector<ChartLine>& lines) {
  std::string html = "<ul class=\"legend\">";
  for (const ChartLine& line : lines)
    html += fmt::format(
        "<li><svg viewBox=\"0 0 32 10\" aria-hidden=\"true\"><path class=\"line l{}\" d=\"M0 "
        "5H32\"/></svg> {}</li>",
        line.colour % kColours, escaped_html(line.name));
  return html + "</ul>";
}

/// What a reader who does not see the picture is told.
std::string spoken(const Chart& chart) {
  std::string text = chart.title;
  for (const ChartLine& line : chart.lines)
    text += fmt::format("; {}: {:.4g} at step {:.12g}, {:.4g} at step {:.12g}", line.name,
                        line.points.front().second, line.points.front().first,
                        line.points.back().second, line.points.back().first);
  return text;
}

}  // namespace

Points thinned(Points points, size_t count) {
  if (points.size() <= count || count < 4) return points;
  const size_t stretches = count / 2;
  Points kept;
  for (size_t stretch = 0; stretch < stretches; stretch++) {
    const auto begin =
        points.begin() + static_cast<std::ptrdiff_t>(points.size() * stretch / stretches);
    const auto end =
        points.begin() + static_cast<std::ptrdiff_t>(points.size() * (stretch + 1) / stretches);
    const auto less = [](const auto& a, const auto& b) { return a.second < b.second; };
    const auto [least, most] = std::minmax_element(begin, end, less);
    kept.push_back(*std::min(least, most));
    if (least != most) kept.push_back(*std::max(least, most));
  }
  // Both ends are where a reader looks first.
  if (kept.front().first != points.front().first) kept.insert(kept.begin(), points.front());
  if (kept.back().first != points.back().first) kept.push_back(points.back());
  return kept;
}

std::vector<double> ticks_of(double low, double high, int count) {
  if (!(high > low)) return {low};
  const double rough = high / count - low / count;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  if (!std::isnormal(power)) return {low, high};  // a range of denormal numbers
  const double part = rough / power;
  const double step = power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
  std::vector<double> ticks;
  const double first = std::ceil(low / step), last = std::floor(high / step);
  for (double tick = first; tick <= last && ticks.size() < 20; tick++)
    ticks.push_back(tick * step + 0.0);  // no -0
  return ticks;
}

std::string chart_html(const Chart& given, size_t points) {
  Chart chart = given;
  Extent steps, values;
  for (ChartLine& line : chart.lines) {
    const auto is_gap = [](const auto& point) { return !std::isfinite(point.second); };
    // Gaps have no place among the smallest and largest values.
    Points finite = line.points;
    finite.erase(std::remove_if(finite.begin(), finite.end(), is_gap), finite.end());
    if (line.points.size() > points || finite.empty()) line.points = thinned(finite, points);
    for (const auto& [step, value] : finite) {
      steps.add(step);
      values.add(value);
    }
  }
  std::erase_if(chart.lines, [](const ChartLine& line) { return line.points.empty(); });
  if (chart.lines.empty()) return "";
  std::string html = fmt::format(
      "<figure data-left=\"{}\" data-width=\"{}\" data-from=\"{:.12g}\" data-to=\"{:.12g}\">"
      "<figcaption>{}{}</figcaption>\n<svg viewBox=\"0 0 {} {}\" role=\"img\" tabindex=\"0\" "
      "aria-label=\"{}\">\n",
      kChartLeft, kChartWidth, steps.low, steps.high, escaped_html(chart.title),
      chart.unit.empty() ? "" : " <span class=\"faint\">" + escaped_html(chart.unit) + "</span>",
      kChartLeft + kChartWidth + kChartRight, kChartTop + kChartHeight + kChartBottom,
      escaped_html(spoken(chart)));
  html += grid_svg(steps, values);
  for (const ChartLine& line : chart.lines) html += path_svg(line, steps, values);
  html +=
      fmt::format("<line class=\"cursor\" visibility=\"hidden\" y1=\"{}\" y2=\"{}\"/>\n</svg>\n",
                  kChartTop, kChartTop + kChartHeight);
  return html + legend_html(chart.lines) + "<output aria-live=\"polite\"></output></figure>\n";
}

}  // namespace tutti::pages
