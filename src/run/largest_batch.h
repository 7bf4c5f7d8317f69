// SPDX-License-Identifier: Apache-2.0
// Finds the largest batch that fits into a device, with as few plans as possible.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>

namespace tutti::run {

/// The largest batch of at most `most` features for which `fits`, given that `batch` does: exact to
/// a sixteenth.
int64_t largest_planned(int64_t batch, int64_t most, const std::function<bool(int64_t)>& fits);

/// The same with at most kMostPlans plans, for slow plans: `needed` returns the bytes of a batch,
/// nullopt if its program does not fit. Assumes that bytes grow linearly with the batch and plans
/// the predicted batch; the result itself has been planned.
int64_t largest_by_line(int64_t batch, int64_t most, int64_t memory,
                        const std::function<std::optional<int64_t>(int64_t)>& needed);
inline constexpr int kMostPlans = 6;

/// The largest batch for `memory` bytes, interpolated linearly between two plans. `needs` has the
/// bytes of at least two plans, by features of a batch. 0: not even one feature fits.
int64_t largest_batch(const std::map<int64_t, int64_t>& needs, int64_t memory);

}  // namespace tutti::run
