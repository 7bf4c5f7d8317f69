// SPDX-License-Identifier: Apache-2.0
// Rules of simplify() for conversions between element types that change no value.
#pragma once

#include "pass/substitute.h"

namespace tutti::pass {

/// Narrow elements that are widened and then converted back are those that they were. Null for
/// other operations.
ir::Value drop_round_trip(const Surroundings& around, const ir::Operation& op);

/// The rows of a widened table are rows of the table, widened: most of it is then never read. Null
/// for other operations.
ir::Value embed_narrow_table(const Surroundings& around, const ir::Operation& op);

}  // namespace tutti::pass
