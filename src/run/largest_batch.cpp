// SPDX-License-Identifier: Apache-2.0
#include "run/largest_batch.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/error.h"

namespace tutti::run {

int64_t largest_planned(int64_t batch, int64_t most, const std::function<bool(int64_t)>& fits) {
  int64_t fitting = batch, too_large = 2 * batch;
  while (fitting < most && fits(std::min(too_large, most))) {
    fitting = std::min(too_large, most);
    too_large = 2 * fitting;
  }
  too_large = std::min(too_large, most + 1);
  while (too_large - fitting > std::max<int64_t>(1, fitting / 16)) {
    const int64_t middle = fitting + (too_large - fitting) / 2;
    (fits(middle) ? fitting : too_large) = middle;
  }
  return fitting;
}

int64_t largest_by_line(int64_t batch, int64_t most, int64_t memory,
                        const std::function<std::optional<int64_t>(int64_t)>& needed) {
  std::map<int64_t, int64_t> needs;
  int64_t fitting = batch, too_large = most + 1, next = batch;
  for (int plans = 0; plans < kMostPlans; plans++) {
    const auto bytes = needed(next);
    if (bytes) needs[next] = *bytes;
    (bytes ? fitting : too_large) = next;
    if (!bytes && next == batch) return 0;
    if (too_large - fitting <= std::max<int64_t>(1, fitting / 16)) break;
    const bool has_two = needs.size() > 1;
    // Small batches may need no more memory than the fixed part: then a much larger one is more
    // informative.
    const bool has_line = has_two && needs.rbegin()->second > std::next(needs.rbegin())->second;
    next = has_line ? largest_batch(needs, memory) : (has_two ? 8 : 2) * fitting;
    if (has_line && bytes && next <= fitting + std::max<int64_t>(1, fitting / 16)) break;
    // The line points outside the undecided range.
    if (next <= fitting || next >= too_large)
      next = too_large > most ? most : fitting + (too_large - fitting) / 2;
  }
  return fitting;
}

int64_t largest_batch(const std::map<int64_t, int64_t>& needs, int64_t memory) {
  check(needs.size() > 1, "a line through {} plans", needs.size());
  // Interpolates linearly between the plans around the memory, or extrapolates beyond the last.
  auto next = std::find_if(std::next(needs.begin()), needs.end(),
                           [&](const auto& plan) { return plan.second > memory; });
  if (next == needs.end()) next = std::prev(next);
  const auto [batch, bytes] = *std::prev(next);
  const double features = static_cast<double>(next->first - batch);
  if (next->second <= bytes) return bytes <= memory ? next->first : 0;
  const double feature = static_cast<double>(next->second - bytes) / features;
  const double more = static_cast<double>(memory - bytes) / feature;
  return std::max<int64_t>(0, batch + static_cast<int64_t>(std::floor(more)));
}

}  // namespace tutti::run
