// SPDX-License-Identifier: Apache-2.0
#include "report/latency.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/error.h"

namespace tutti::report {
namespace {

/// The q-quantile of sorted values, interpolated linearly.
double quantile(const std::vector<double>& sorted, double q) {
  const double at = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(at);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

nlohmann::ordered_json latency(std::vector<double> milliseconds) {
  check(!milliseconds.empty(), "figures of no timing");
  std::sort(milliseconds.begin(), milliseconds.end());
  const auto count = static_cast<double>(milliseconds.size());
  const double mean = std::accumulate(milliseconds.begin(), milliseconds.end(), 0.0) / count;
  double squares = 0;
  for (double value : milliseconds) squares += (value - mean) * (value - mean);
  return {{"mean_ms", mean},
          {"std_ms", count > 1 ? std::sqrt(squares / (count - 1)) : 0.0},
          {"min_ms", milliseconds.front()},
          {"max_ms", milliseconds.back()},
          {"p50_ms", quantile(milliseconds, 0.5)},
          {"p95_ms", quantile(milliseconds, 0.95)},
          {"p99_ms", quantile(milliseconds, 0.99)},
          {"throughput_qps", 1000 / mean},
          {"iterations", milliseconds.size()}};
}

}  // namespace tutti::report
