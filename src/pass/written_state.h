// SPDX-License-Identifier: Apache-2.0
// Which states of a loop its rounds write as a whole, such as the rows that JAX's scan collects.
#pragma once

#include <cstddef>

#include "ir/module.h"

namespace tutti::pass {

/// Whether each round of a stablehlo.while writes another part of state `index`, all rounds
/// together write all of it, and none reads it: then its value before the loop is never seen.
bool is_written_whole(const ir::Operation& loop, size_t index);

/// What each round writes into such a state, before it was given the axis of rounds.
ir::Value written_row(const ir::Operation& loop, size_t index);

}  // namespace tutti::pass
