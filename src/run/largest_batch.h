// SPDX-License-Identifier: Apache-2.0
// The largest batch that fits into a device, by as few plans as that takes.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>

namespace tutti::run {

/// The largest batch of at most `most` features for which `fits`, given that `batch` does: exact to
/// a sixteenth.
int64_t largest_planned(int64_t batch, int64_t most, const std::function<bool(int64_t)>& fits);

/// The same with few plans, at most kMostPlans, where each takes long: `needed` has the bytes of a
/// batch, nothing where its program does not fit. A batch's bytes are taken to grow on a line, and
/// what that line says is planned; the answer was planned itself.
int64_t largest_by_line(int64_t batch, int64_t most, int64_t memory,
                        const std::function<std::optional<int64_t>(int64_t)>& needed);
inline constexpr int kMostPlans = 6;

/// The largest batch of a device with so much memory, on the line between two plans. `needs` has
/// the bytes of at least two of them, by the features of a batch. 0: not even one feature fits.
int64_t largest_batch(const std::map<int64_t, int64_t>& needs, int64_t memory);

}  // namespace tutti::run
