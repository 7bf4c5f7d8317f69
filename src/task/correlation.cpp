// SPDX-License-Identifier: Apache-2.0
#include "task/correlation.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace tutti::task {
namespace {

std::vector<double> ranks_of(std::span<const double> values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && values[order[end]] == values[order[begin]]) end++;
    for (size_t i = begin; i < end; i++)
      ranks[order[i]] = (static_cast<double>(begin) + static_cast<double>(end) + 1) / 2;
  }
  return ranks;
}

}  // namespace

double pearson(std::span<const double> x, std::span<const double> y) {
  const auto mean = [](std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  };
  const double x_mean = mean(x), y_mean = mean(y);
  double together = 0, of_x = 0, of_y = 0;
  for (size_t i = 0; i < x.size(); i++) {
    together += (x[i] - x_mean) * (y[i] - y_mean);
    of_x += (x[i] - x_mean) * (x[i] - x_mean);
    of_y += (y[i] - y_mean) * (y[i] - y_mean);
  }
  const double scale = std::sqrt(of_x) * std::sqrt(of_y);
  return scale > 0 ? std::clamp(together / scale, -1.0, 1.0) : 0;
}

double spearman(std::span<const double> x, std::span<const double> y) {
  return pearson(ranks_of(x), ranks_of(y));
}

}  // namespace tutti::task
