// SPDX-License-Identifier: Apache-2.0
// Distances between doubles in units of the last place of the expected one.
#pragma once

#include <cmath>

namespace tutti::test {

/// 0 for the same infinity and for two NaN.
inline double ulps_between(double found, double expected) {
  if (found == expected || (std::isnan(found) && std::isnan(expected))) return 0;
  if (!std::isfinite(found) || !std::isfinite(expected)) return INFINITY;
  const double size = std::fabs(expected);
  return std::fabs(found - expected) / (std::nextafter(size, INFINITY) - size);
}

}  // namespace tutti::test
