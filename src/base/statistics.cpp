// SPDX-License-Identifier: Apache-2.0
#include "base/statistics.h"

#include <algorithm>
#include <cmath>

namespace tutti {

double median_of(std::vector<double> values) {
  if (values.empty()) return NAN;
  std::sort(values.begin(), values.end());
  const size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double spread_of(const std::vector<double>& values) {
  const double median = median_of(values);
  std::vector<double> distances;
  for (const double value : values) distances.push_back(std::fabs(value - median));
  return 1.4826 * median_of(std::move(distances));
}

}  // namespace tutti
