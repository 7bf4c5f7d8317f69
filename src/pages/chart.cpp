// SPDX-License-Identifier: Apache-2.0
#include "pages/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "pages/page.h"

namespace tutti::pages {
namespace {

using Points = std::vector<ChartPoint>;

constexpr double kWidth = 460, kHeight = 260;
constexpr double kTop = 10, kRight = 14, kBottom = 44;
constexpr double kBesideTicks = 30, kTickCharacter = 7.6;  // left of the picture
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

/// "1.5M", "20k", "0.002"; as many digits as ticks that are `step` apart need.
std::string tick_text(double value, double step) {
  const double size = std::fabs(value);
  if (size > 0 && size < 1e-3) {
    std::string text = fmt::format("{:.2e}", value);  // "1.00e-05" becomes "1e-5"
    const size_t mark = text.find('e');
    const std::string digits = text.substr(0, text.find_last_not_of(".0", mark - 1) + 1);
    return digits + "e-" + text.substr(text.find_first_not_of("-0", mark + 1));
  }
  const auto [scale, letter] = size >= 1e9   ? std::pair(1e9, "G")
                               : size >= 1e6 ? std::pair(1e6, "M")
                               : size >= 1e4 ? std::pair(1e3, "k")
                                             : std::pair(1.0, "");
  const double places = step > 0 ? std::ceil(-std::log10(step / scale) - 1e-6) : 4;
  const int digits = static_cast<int>(std::clamp(places, 0.0, 9.0));
  std::string text = fmt::format("{:.{}f}", value / scale, digits);
  if (text.size() > 20) return fmt::format("{:.4g}", value);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
  }
  return text + letter;
}

std::vector<std::string> tick_texts(const std::vector<double>& ticks) {
  std::vector<std::string> texts;
  const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 0;
  for (const double tick : ticks) texts.push_back(tick_text(tick, step));
  return texts;
}

/// Where a chart's axes are.
struct ChartAxes {
  Extent steps, values;
  double left = 0;

  double x(double step) const { return left + (kWidth - kRight - left) * steps.share(step); }
  double y(double value) const {
    return kTop + (kHeight - kBottom - kTop) * (1 - values.share(value));
  }
};

std::string axes_svg(ChartAxes& axes, const std::string& unit) {
  const std::vector<double> rows = ticks_of(axes.values.low, axes.values.high, 5);
  const std::vector<double> columns = ticks_of(axes.steps.low, axes.steps.high, 5);
  const std::vector<std::string> texts = tick_texts(rows), names = tick_texts(columns);
  size_t longest = 2;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  axes.left = kBesideTicks + kTickCharacter * static_cast<double>(longest);
  std::string svg;
  for (size_t i = 0; i < rows.size(); i++) {
    const double y = axes.y(rows[i]);
    svg += fmt::format("<line class=\"grid\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>",
                       axes.left, kWidth - kRight, y, y);
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
                       axes.left - 6, y + 4, texts[i]);
  }
  for (size_t i = 0; i < columns.size(); i++)
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                       axes.x(columns[i]), kHeight - kBottom + 16, names[i]);
  svg +=
      fmt::format("<text class=\"axis\" x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">step</text>",
                  (axes.left + kWidth - kRight) / 2, kHeight - kBottom + 32);
  const double middle = (kTop + kHeight - kBottom) / 2;
  return svg + fmt::format(
                   "<text class=\"axis\" x=\"12\" y=\"{0}\" text-anchor=\"middle\" "
                   "transform=\"rotate(-90 12 {0})\">{1}</text>\n",
                   middle, escaped_html(unit));
}

/// The times of a line since its first; empty if one is unknown.
std::string times_of(const Points& points) {
  std::string times;
  for (const ChartPoint& point : points) {
    if (!(point.time > 0)) return "";
    if (!std::isfinite(point.value)) continue;
    times += fmt::format("{}{:.7g}", times.empty() ? "" : " ",
                         std::max(0.0, point.time - points.front().time));
  }
  return times;
}

/// A value that is not finite ends a stretch of the line; a point alone is drawn as a dot.
std::string path_svg(const ChartLine& line, const ChartAxes& axes) {
  std::string path, data;
  bool pen_down = false;
  for (const auto& [step, value, time] : line.points) {
    if (!std::isfinite(value)) {
      pen_down = false;
      continue;
    }
    path += fmt::format("{}{:.1f} {:.1f}", pen_down ? "L" : "M", axes.x(step), axes.y(value));
    if (!pen_down) path += "h.1";
    pen_down = true;
    data += fmt::format("{}{:.12g}:{:.6g}", data.empty() ? "" : " ", step, value);
  }
  const std::string times = times_of(line.points);
  const bool is_dot = data.find(' ') == std::string::npos;
  return fmt::format(
      "<path class=\"line l{}{}\" d=\"{}\" data-name=\"{}\" data-points=\"{}\"{}/>\n",
      line.colour % kColours, is_dot ? " dot" : "", path, escaped_html(line.name), data,
      times.empty() ? "" : fmt::format(" data-times=\"{}\"", times));
}

std::string legend_html(const std::vector<ChartLine>& lines) {
  std::string html = "<ul class=\"legend\">";
  for (const ChartLine& line : lines)
    html += fmt::format(
        "<li><svg viewBox=\"0 0 24 8\" aria-hidden=\"true\"><path class=\"line l{}\" d=\"M2 "
        "4H22\"/></svg> {}</li>",
        line.colour % kColours, escaped_html(line.name));
  return html + "</ul>";
}

/// The description for a reader who does not see the picture.
std::string spoken(const Chart& chart) {
  std::string text = chart.title;
  for (const ChartLine& line : chart.lines)
    text += fmt::format("; {}: {:.4g} at step {:.12g}, {:.4g} at step {:.12g}", line.name,
                        line.points.front().value, line.points.front().step,
                        line.points.back().value, line.points.back().step);
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
    const auto less = [](const auto& a, const auto& b) { return a.value < b.value; };
    const auto [least, most] = std::minmax_element(begin, end, less);
    kept.push_back(*std::min(least, most));
    if (least != most) kept.push_back(*std::max(least, most));
  }
  // A reader looks at both ends first.
  if (kept.front().step != points.front().step) kept.insert(kept.begin(), points.front());
  if (kept.back().step != points.back().step) kept.push_back(points.back());
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
  ChartAxes axes;
  for (ChartLine& line : chart.lines) {
    const auto is_gap = [](const ChartPoint& point) { return !std::isfinite(point.value); };
    // Gaps have no place among the smallest and largest values.
    Points finite = line.points;
    std::erase_if(finite, is_gap);
    if (line.points.size() > points || finite.empty()) line.points = thinned(finite, points);
    for (const ChartPoint& point : finite) {
      axes.steps.add(point.step);
      axes.values.add(point.value);
    }
  }
  std::erase_if(chart.lines, [](const ChartLine& line) { return line.points.empty(); });
  if (chart.lines.empty()) return "";
  const std::string title = escaped_html(chart.title), drawn = axes_svg(axes, chart.unit);
  std::string html = fmt::format(
      "<figure data-chart=\"{0}\" data-unit=\"{1}\" data-left=\"{2:.1f}\" data-top=\"{3}\" "
      "data-right=\"{4}\" data-bottom=\"{5}\" data-from=\"{6:.12g}\" data-to=\"{7:.12g}\">"
      "<figcaption>{0}</figcaption>\n<svg viewBox=\"0 0 {8} {9}\" role=\"img\" tabindex=\"0\" "
      "aria-label=\"{10}\">\n",
      title, escaped_html(chart.unit), axes.left, kTop, kRight, kBottom, axes.steps.low,
      axes.steps.high, kWidth, kHeight, escaped_html(spoken(chart)));
  html += drawn;
  for (const ChartLine& line : chart.lines) html += path_svg(line, axes);
  html +=
      fmt::format("<line class=\"cursor\" visibility=\"hidden\" y1=\"{}\" y2=\"{}\"/>\n</svg>\n",
                  kTop, kHeight - kBottom);
  return html + legend_html(chart.lines) + "<output aria-live=\"polite\"></output></figure>\n";
}

std::string chart_tools_html() {
  return "<form class=\"tools\" data-charts hidden>\n"
         "<label>Smoothing <input type=\"range\" name=\"smoothing\" min=\"0\" max=\"0.99\" "
         "step=\"0.01\" value=\"0\"></label> <output name=\"weight\"></output>\n"
         "<label><input type=\"checkbox\" name=\"logarithm\"> Logarithm</label>\n"
         "<label>Along <select name=\"axis\"><option value=\"step\">steps</option>"
         "<option value=\"time\">time</option></select></label>\n"
         "<span class=\"faint\">Drag to zoom, double-click to reset; arrow keys show values, + "
         "and - zoom.</span>\n</form>\n";
}

}  // namespace tutti::pages
