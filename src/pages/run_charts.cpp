// SPDX-License-Identifier: Apache-2.0
// The charts of the report on a run.
#include <cmath>
#include <set>

#include "pages/run_html.h"

namespace tutti::pages {
namespace {

using metrics::RunData;

/// A chart that every training has, with the tags that trainers use for it.
struct UsualChart {
  const char* title;
  const char* unit;
  std::vector<std::string> tags;  // the first that a run has
  double scale = 1;
};

const std::vector<UsualChart>& usual_charts() {
  static const std::vector<UsualChart> charts = {
      {"Loss", "of training", {"train/loss", "loss", "Loss/train", "train_loss"}},
      {"Learning rate", "", {"train/learning_rate", "learning_rate", "lr", "train/lr"}},
      {"Gradient norm", "", {"train/grad_norm", "grad_norm"}},
      {"Throughput", "tokens a second", {"tokens_per_second", "train/tokens_per_second"}},
      {"Throughput", "samples a second", {"samples_per_second", "train/samples_per_second"}},
      {"Memory", "MiB", {"memory_bytes"}, 1.0 / (1 << 20)}};
  return charts;
}

/// Values that other charts or tables show, or that mean nothing over steps.
const std::set<std::string> kNoCharts = {"epoch",        "train/epoch", "samples",
                                         "tokens",       "time",        "peak_memory_bytes",
                                         "eval/samples", "eval/runtime"};

std::vector<std::pair<double, double>> points_of(const std::vector<metrics::RunPoint>& curve,
                                                 double scale) {
  std::vector<std::pair<double, double>> points;
  points.reserve(curve.size());
  for (const metrics::RunPoint& point : curve)
    points.emplace_back(static_cast<double>(point.step), point.value * scale);
  return points;
}

}  // namespace

std::vector<Chart> charts_of(const std::vector<RunData>& runs) {
  std::vector<Chart> charts;
  std::set<std::string> done = kNoCharts, rest;
  for (const UsualChart& usual : usual_charts()) {
    Chart chart{usual.title, usual.unit, {}};
    for (size_t run = 0; run < runs.size(); run++)
      for (const std::string& tag : usual.tags) {
        const auto found = runs[run].curves.find(tag);
        if (found == runs[run].curves.end()) continue;
        chart.lines.push_back({runs[run].name, run, points_of(found->second, usual.scale)});
        break;
      }
    done.insert(usual.tags.begin(), usual.tags.end());
    charts.push_back(std::move(chart));
  }
  for (const RunData& run : runs)
    for (const auto& [tag, points] : run.curves)
      if (!done.contains(tag)) rest.insert(tag);
  for (const std::string& tag : rest) {
    Chart chart{tag, "", {}};
    for (size_t run = 0; run < runs.size(); run++)
      if (const auto found = runs[run].curves.find(tag); found != runs[run].curves.end())
        chart.lines.push_back({runs[run].name, run, points_of(found->second, 1)});
    charts.push_back(std::move(chart));
  }
  return charts;
}

double loss_of(const RunData& run) {
  for (const std::string& tag : usual_charts()[0].tags)
    if (const double loss = run.latest(tag); std::isfinite(loss)) return loss;
  return NAN;
}

}  // namespace tutti::pages
