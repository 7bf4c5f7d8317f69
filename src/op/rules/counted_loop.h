// SPDX-License-Identifier: Apache-2.0
// Loops with a known number of rounds, which read and write arrays round by round.
#pragma once

#include <functional>

#include "op/emit.h"

namespace tutti::op {

/// Emits a stablehlo.while of `rounds` rounds and returns the final state. `body` gets the number
/// of the round (i32, from 0; i64 where it may be larger) and the state; it returns the next state,
/// of the same types.
std::vector<Value> counted_loop(
    Builder& b, int64_t rounds, const std::vector<Value>& start,
    const std::function<std::vector<Value>(Builder&, Value round, const std::vector<Value>&)>&
        body);

/// The same for a number of rounds that is a value (i64).
std::vector<Value> counted_loop(
    Builder& b, Value rounds, const std::vector<Value>& start,
    const std::function<std::vector<Value>(Builder&, Value round, const std::vector<Value>&)>&
        body);

/// The place that a round reads and writes: its number, or in a loop that goes `backwards` as many
/// places before the last one.
Value place_of_round(Builder& b, Value round, int64_t rounds, bool backwards);

/// The slice of `x` at `place` (a scalar) along an axis, which remains with size 1.
Value slice_at(Builder& b, Value x, int64_t axis, Value place);
/// `x` with the slice at `place` along an axis replaced.
Value with_slice_at(Builder& b, Value x, Value slice, int64_t axis, Value place);

}  // namespace tutti::op
