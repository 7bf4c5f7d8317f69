// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "pages/figure_svg.h"
#include "report/switch_report.h"

namespace tutti::report {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kMiB = 1 << 20;

std::string bars_of(const Json& report, const char* title, const char* key, bool inverse) {
  std::vector<pages::Bar> bars;
  for (const Json& row : report["switches"]) {
    if (row.contains("refused")) continue;
    const double ratio = row.at(key).get<double>(), value = inverse ? 1 / ratio : ratio;
    bars.push_back({row["switch"].get<std::string>(), fmt::format("{:.2f} x", value), value});
  }
  return pages::bars_svg(title, bars, 1);
}

/// Each feasible budget, with plain steps first.
std::string budgets_of(const Json& report) {
  pages::Figure figure{"Time against memory of a step",
                       {"memory that the step needs besides parameters and moments, MiB"},
                       {"processor time, times that of the plain step"},
                       {}};
  pages::FigureLine line{"budgets", {}}, marks{"budgets, as --memory_budget gives them", {}, true};
  const auto add = [&](double bytes, double time, const std::string& name) {
    line.points.emplace_back(bytes / kMiB, time);
    marks.points.emplace_back(bytes / kMiB, time);
    marks.labels.push_back(name);
  };
  add(report["plain"]["needed_bytes"].get<double>(), 1, "none");
  for (const Json& row : report["switches"])
    if (row.contains("budget") && !row.contains("refused"))
      add(row["needed_bytes"].get<double>(), row["processor_time"].get<double>(),
          row["budget"].get<std::string>());
  figure.lines = {line, marks};
  return pages::lines_svg(figure);
}

/// Instructions are positioned as fractions of the step, because programs have different numbers of
/// them.
std::string memory_over_step(const Json& report) {
  pages::Figure figure{"Memory over a step", {"part of the step's instructions"}, {"MiB"}, {}};
  for (const auto& [name, bytes] : report["temporaries_over_time"].items()) {
    pages::FigureLine line{name, {}};
    const auto count = static_cast<double>(bytes.size());
    for (size_t i = 0; i < bytes.size(); i++)
      line.points.emplace_back(static_cast<double>(i) / count, bytes[i].get<double>() / kMiB);
    if (!line.points.empty()) figure.lines.push_back(std::move(line));
  }
  return pages::lines_svg(figure);
}

/// S. Williams, A. Waterman and D. Patterson: "Roofline" (2009).
std::string roofline(const Json& profiles) {
  pages::Figure figure{"Roofline: kernels with matrix products",
                       {"FLOP for each byte of operands and results", true},
                       {"GFLOP/s", true},
                       {}};
  for (const auto& [name, profile] : profiles.items()) {
    const double products = profile["flops_per_second_limit"].get<double>(),
                 memory = profile["bytes_per_second_limit"].get<double>(), edge = products / memory;
    pages::FigureLine kernels{name, {}, true};
    double least = edge, most = edge;
    for (const Json& op : profile["ops"]) {
      const double flops = op["flops"].get<double>(), bytes = op["bytes"].get<double>();
      if (!(flops > 0 && bytes > 0)) continue;
      kernels.points.emplace_back(flops / bytes, flops / op["seconds"].get<double>() / 1e9);
      kernels.labels.push_back(op["op"].get<std::string>());
      least = std::min(least, flops / bytes);
      most = std::max(most, flops / bytes);
    }
    figure.lines.push_back({name + ": limits of memory and of products",
                            {{least, least * memory / 1e9},
                             {edge, products / 1e9},
                             {std::max(most, 2 * edge), products / 1e9}}});
    figure.lines.push_back(std::move(kernels));
  }
  return pages::lines_svg(figure);
}

}  // namespace

std::map<std::string, std::string> switch_figures(const Json& report) {
  std::map<std::string, std::string> figures;
  figures["speed.svg"] = bars_of(report, "Times as fast as plain steps", "processor_time", true);
  figures["memory.svg"] = bars_of(report, "Memory measured, as a part of that of plain steps",
                                  "resident_memory", false);
  figures["time_memory.svg"] = budgets_of(report);
  if (report["profiles"].empty()) return figures;
  figures["memory_over_step.svg"] = memory_over_step(report);
  figures["roofline.svg"] = roofline(report["profiles"]);
  return figures;
}

}  // namespace tutti::report
