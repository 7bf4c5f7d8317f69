// SPDX-License-Identifier: Apache-2.0
// Which places of an array the rounds of a loop read or write, if that can be read from the
// program.
#pragma once

#include <optional>

#include "op/rules/trip_count.h"

namespace tutti::op {

/// What an integer is in the first round of a loop and in the last. From each round to the next it
/// grows by the same.
struct RoundPlaces {
  int64_t first = 0, last = 0;
};

/// The places that an integer of rank 0 names: the loop's counter, a constant, or what is made of
/// them by a few sums, differences, conversions, and selections of which all rounds choose the same
/// side, as JAX's indices that may count from the end. Empty for every other value, and where a
/// value on the way may be too large for its type.
std::optional<RoundPlaces> round_places(ir::Value value, const ir::Operation& loop,
                                        const Counter& counter);

}  // namespace tutti::op
