// SPDX-License-Identifier: Apache-2.0
// The charts of the report on a run.
#include <algorithm>
#include <cmath>
#include <set>

#include "pages/run_html.h"

namespace tutti::pages {
namespace {

using metrics::RunData;

constexpr const char* kTraining = "Training";

/// A chart that every training has, with the tags that trainers use for it.
struct UsualChart {
  const char* title;
  const char* unit;
  std::vector<std::string> tags;  // the first that a run has
  double scale = 1;
};

const std::vector<UsualChart>& usual_charts() {
  static const std::vector<UsualChart> charts = {
      {"Loss", "loss", {"train/loss", "loss", "Loss/train", "train_loss"}},
      {"Learning rate",
       "learning rate",
       {"train/learning_rate", "learning_rate", "lr", "train/lr"}},
      {"Gradient norm", "norm", {"train/grad_norm", "grad_norm"}},
      {"Throughput, tokens", "tokens/s", {"tokens_per_second", "train/tokens_per_second"}},
      {"Throughput, samples", "samples/s", {"samples_per_second", "train/samples_per_second"}},
      {"Memory", "MiB", {"memory_bytes"}, 1.0 / (1 << 20)}};
  return charts;
}

/// Values that other charts or tables show, or that mean nothing over steps.
const std::set<std::string> kNoCharts = {"epoch",        "train/epoch", "samples",
                                         "tokens",       "time",        "peak_memory_bytes",
                                         "eval/samples", "eval/runtime"};

std::vector<ChartPoint> points_of(const std::vector<metrics::RunPoint>& curve, double scale) {
  std::vector<ChartPoint> points;
  points.reserve(curve.size());
  for (const metrics::RunPoint& point : curve)
    points.push_back({static_cast<double>(point.step), point.value * scale, point.time});
  return points;
}

/// "hardware/cpu/utilisation_percent" as the chart "cpu utilisation" of percents, of "Hardware".
Chart chart_of_tag(const std::string& tag) {
  const size_t slash = std::min(tag.find('/'), tag.size());
  const std::string first = slash < tag.size() ? tag.substr(0, slash) : "";
  Chart chart{.title = slash < tag.size() ? tag.substr(slash + 1) : tag, .unit = "", .lines = {}};
  std::string last = chart.title.substr(chart.title.rfind('/') + 1);
  std::replace(last.begin(), last.end(), '_', ' ');
  chart.unit = last;
  if (first == "hardware" || first == "world") {
    chart.group = first == "world" ? "Processes" : "Hardware";
    for (const char* unit : {"percent", "bytes", "celsius", "watts"})
      if (last.ends_with(std::string(" ") + unit)) {
        chart.unit = unit;
        chart.title.resize(chart.title.size() - chart.unit.size() - 1);
      }
    std::replace(chart.title.begin(), chart.title.end(), '_', ' ');
    std::replace(chart.title.begin(), chart.title.end(), '/', ' ');
  } else if (first == "eval") {
    chart.group = "Evaluation";
  } else {
    chart.title = tag;
    chart.group = first == "train" ? kTraining : "Other values";
  }
  return chart;
}

}  // namespace

std::vector<Chart> charts_of(const std::vector<RunData>& runs) {
  std::vector<Chart> charts;
  std::set<std::string> done = kNoCharts, rest;
  for (const UsualChart& usual : usual_charts()) {
    Chart chart{usual.title, usual.unit, {}, kTraining};
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
    Chart chart = chart_of_tag(tag);
    for (size_t run = 0; run < runs.size(); run++)
      if (const auto found = runs[run].curves.find(tag); found != runs[run].curves.end())
        chart.lines.push_back({runs[run].name, run, points_of(found->second, 1)});
    charts.push_back(std::move(chart));
  }
  const std::vector<std::string> order = {kTraining, "Evaluation", "Other values", "Processes"};
  std::stable_sort(charts.begin(), charts.end(), [&](const Chart& a, const Chart& b) {
    const auto place = [&](const Chart& chart) {
      return std::find(order.begin(), order.end(), chart.group);
    };
    return place(a) < place(b);
  });
  return charts;
}

double loss_of(const RunData& run) {
  for (const std::string& tag : usual_charts()[0].tags)
    if (const double loss = run.latest(tag); std::isfinite(loss)) return loss;
  return NAN;
}

std::pair<std::string, double> metric_of(const RunData& run) {
  const auto value_of = [&](const std::string& name) {
    const auto last = run.last.find("eval/" + name);
    return last == run.last.end() ? run.latest("eval/" + name) : last->second;
  };
  for (const char* name : {"f1", "accuracy", "exact_match", "perplexity", "token_accuracy", "loss"})
    if (const double value = value_of(name); std::isfinite(value)) return {name, value};
  return {"", NAN};
}

}  // namespace tutti::pages
