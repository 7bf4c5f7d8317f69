// SPDX-License-Identifier: Apache-2.0
// How a loop counts its rounds, if it can be read from the program.
#pragma once

#include <optional>

#include "ir/module.h"

namespace tutti::op {

/// The state of a loop that counts its rounds: it begins at `start`, and each round adds `step`.
struct Counter {
  size_t index;  // among the values of the loop
  int64_t start, step, rounds;
};

/// The counter of a stablehlo.while that counts an integer from a constant, by a constant, up to a
/// constant. Empty for other loops and for those of more than `most` rounds.
std::optional<Counter> counter_of(const ir::Operation& loop, int64_t most = int64_t{1} << 24);

/// The number of rounds of such a loop.
std::optional<int64_t> trip_count(const ir::Operation& loop, int64_t most = int64_t{1} << 24);

}  // namespace tutti::op
