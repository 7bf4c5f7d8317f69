// SPDX-License-Identifier: Apache-2.0
// How two lists of numbers go together.
#pragma once

#include <span>

namespace tutti::task {

/// Pearson's correlation; 0 where one of the lists is constant.
double pearson(std::span<const double> x, std::span<const double> y);
/// Spearman's: Pearson's of the ranks, where equal numbers share the mean of theirs.
double spearman(std::span<const double> x, std::span<const double> y);

}  // namespace tutti::task
