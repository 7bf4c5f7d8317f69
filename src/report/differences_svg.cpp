// SPDX-License-Identifier: Apache-2.0
#include "report/differences_svg.h"

#include <algorithm>
#include <cmath>

#include "pages/page.h"

namespace tutti::report {
namespace {

constexpr double kLeast = 1e-6;  // the axis's ends, as parts of the bound
constexpr double kMost = 1e2;
constexpr int kLeft = 190, kWidth = 480, kBar = 16, kTop = 48, kBottom = 34, kRight = 30;

double place(double share) {
  const double clamped = std::isfinite(share) ? std::clamp(share, kLeast, kMost) : kMost;
  return kLeft + kWidth * std::log10(clamped / kLeast) / std::log10(kMost / kLeast);
}

std::string text(double x, double y, const std::string& anchor, const std::string& content) {
  return fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     pages::escaped_html(content));
}

}  // namespace

std::string layer_of(const std::string& tensor) {
  constexpr std::string_view kMark = "layer.";
  const size_t at = tensor.find(kMark);
  if (at == std::string::npos) {
    // The first two parts of "model.embeddings.norm.weight", the first of "head.weight".
    const size_t first = tensor.find('.'), second = tensor.find('.', first + 1);
    return tensor.substr(0, second == std::string::npos ? first : second);
  }
  return tensor.substr(0, tensor.find('.', at + kMark.size()));
}

std::vector<LayerDifference> layer_differences(const std::vector<validate::Verdict>& verdicts) {
  const bool has_gradients = std::any_of(
      verdicts.begin(), verdicts.end(),
      [](const validate::Verdict& verdict) { return verdict.role == validate::Role::gradient; });
  const auto wanted = has_gradients ? validate::Role::gradient : validate::Role::output;
  std::vector<LayerDifference> layers;
  for (const validate::Verdict& verdict : verdicts) {
    if (verdict.role != wanted) continue;
    const double distance = verdict.difference.maximum;
    const double share = verdict.bound > 0 ? distance / verdict.bound : distance > 0 ? INFINITY : 0;
    const std::string layer = layer_of(verdict.name);
    auto found = std::find_if(layers.begin(), layers.end(),
                              [&](const LayerDifference& known) { return known.layer == layer; });
    if (found == layers.end()) found = layers.insert(layers.end(), {layer, 0});
    found->share = std::max(found->share, share);
  }
  return layers;
}

std::string differences_svg(const std::string& title,
                            const std::vector<LayerDifference>& differences) {
  const int height = kTop + kBar * static_cast<int>(differences.size()) + kBottom;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" font-family=\"sans-serif\" font-size=\"11\" fill=\"#222\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
      kLeft + kWidth + kRight, height);
  svg += text(kLeft, 18, "start", title);
  svg += text(kLeft, 34, "start", "largest difference as a part of its bound");
  const int floor = height - kBottom;
  for (double tick = kLeast; tick <= kMost * 1.5; tick *= 10) {
    svg +=
        fmt::format("<line x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\" stroke=\"#ddd\"/>\n",
                    place(tick), kTop, floor);
    svg += text(place(tick), floor + 16, "middle", fmt::format("{:g}", tick));
  }
  for (size_t i = 0; i < differences.size(); i++) {
    const auto& [layer, share] = differences[i];
    const int y = kTop + kBar * static_cast<int>(i);
    const bool over = !(share < 1);
    svg += text(kLeft - 8, y + kBar - 5, "end", layer);
    svg += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\" fill=\"{}\"><title>{}: "
        "{:.2e}</title></rect>\n",
        kLeft, y + 2, place(share) - kLeft, kBar - 4, over ? "#c0392b" : "#2f6fab",
        pages::escaped_html(layer), share);
  }
  svg += fmt::format(
      "<line x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\" stroke=\"#c0392b\" "
      "stroke-dasharray=\"4 3\"/>\n</svg>\n",
      place(1), kTop - 4, floor);
  return svg;
}

}  // namespace tutti::report
