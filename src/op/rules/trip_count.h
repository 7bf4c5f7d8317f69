// SPDX-License-Identifier: Apache-2.0
// The number of rounds of a loop, if it can be read from the program.
#pragma once

#include <optional>

#include "ir/module.h"

namespace tutti::op {

/// The number of rounds of a stablehlo.while that counts an integer from a constant, by a constant,
/// up to a constant. Empty for other loops and for those of more than `most` rounds.
std::optional<int64_t> trip_count(const ir::Operation& loop, int64_t most = int64_t{1} << 24);

}  // namespace tutti::op
