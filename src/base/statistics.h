// SPDX-License-Identifier: Apache-2.0
// Figures of values that were measured several times.
#pragma once

#include <vector>

namespace tutti {

/// NaN if there are none.
double median_of(std::vector<double> values);
/// The median distance from the median, scaled to be a normal distribution's standard deviation.
double spread_of(const std::vector<double>& values);

}  // namespace tutti
