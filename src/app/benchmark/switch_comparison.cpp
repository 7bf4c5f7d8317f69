// SPDX-License-Identifier: Apache-2.0
#include "app/benchmark/switch_comparison.h"

#include <algorithm>
#include <cmath>

#include "app/benchmark/step_switches.h"
#include "base/version.h"
#include "report/judge.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kGain = 0.97;      // of time or memory: what is less than that is a gain
constexpr double kRounding = 1e-4;  // of the loss

/// Relative distances of a run's losses from those of plain steps: the largest, and the last.
std::pair<double, double> loss_distances(const Json& plain, const Json& own) {
  const auto losses = own["losses"].get<std::vector<double>>(),
             expected = plain["losses"].get<std::vector<double>>();
  double largest = 0, last = 0;
  for (size_t k = 0; k < losses.size(); k++) {
    last = std::fabs(losses[k] / expected[k] - 1);
    largest = std::max(largest, last);
  }
  return {largest, last};
}

/// A switch's effect on the numbers: another precision never counts as rounding, however close the
/// losses of a few steps are.
const char* result_of(const std::string& precision, double largest_distance) {
  if (precision != "f32" || largest_distance >= kRounding) return "changes the mathematics";
  return largest_distance == 0 ? "exact" : "to rounding";
}

}  // namespace

double figure_of(const Json& run, const char* key) {
  return run.at(key).get<double>();
}

double features_per_processor_second(const Json& run) {
  return figure_of(run, "features_per_second") * figure_of(run, "step_seconds") /
         figure_of(run, "step_processor_seconds");
}

Json compared(const Switch& with, const std::vector<Json>& plain, const std::vector<Json>& own) {
  Json row = {{"switch", with.name}, {"flags", with.flags}};
  const std::string& budget = with.arguments.memory_budget;
  if (with.name == "memory budget " + budget) row["budget"] = budget;
  std::vector<double> time, clock, memory;
  double largest = 0, last = 0;
  for (size_t i = 0; i < own.size(); i++) {
    if (own[i].contains("refused")) {
      row["refused"] = own[i]["refused"];
      return row;
    }
    const auto ratio = [&](const char* key) {
      return figure_of(own[i], key) / figure_of(plain[i], key);
    };
    time.push_back(ratio("step_processor_seconds"));
    clock.push_back(ratio("step_seconds"));
    memory.push_back(ratio("resident_peak_bytes"));
    const auto [most, end] = loss_distances(plain[i], own[i]);
    largest = std::max(largest, most);
    last = std::max(last, end);
  }
  const auto [least, most] = std::minmax_element(time.begin(), time.end());
  row.update(
      {{"processor_time", median_of(time)},
       {"processor_time_least", *least},
       {"processor_time_most", *most},
       {"time", median_of(clock)},
       {"features_per_processor_second", features_per_processor_second(plain[0]) / median_of(time)},
       {"planned_bytes", figure_of(own[0], "planned_bytes")},
       {"state_bytes", figure_of(own[0], "state_bytes")},
       {"needed_bytes", figure_of(own[0], "needed_bytes")},
       {"step_bytes", figure_of(own[0], "step_bytes")},
       {"planned_memory",
        figure_of(own[0], "planned_bytes") / figure_of(plain[0], "planned_bytes")},
       {"resident_peak_bytes", figure_of(own[0], "resident_peak_bytes")},
       {"resident_memory", median_of(memory)},
       {"last_loss", own[0]["losses"].back()},
       {"last_loss_distance", last},
       {"largest_loss_distance", largest},
       {"padded_to_multiple_of", own[0]["padded_to_multiple_of"]},
       {"result", result_of(with.arguments.precision, largest)},
       {"gains_time", median_of(time) < kGain},
       {"gains_memory", median_of(memory) < kGain}});
  return row;
}

}  // namespace tutti::app
