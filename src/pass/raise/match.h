// SPDX-License-Identifier: Apache-2.0
// The patterns that raise() looks for: how imported programs spell what is one op here.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "ir/builder.h"

namespace tutti::pass {

/// A pattern that was found: the values that it is computed from, and what emits the op that takes
/// its place, given those values in the new function.
struct Match {
  std::vector<ir::Value> inputs;
  std::function<ir::Value(ir::Builder&, const std::vector<ir::Value>&)> emit;
};

/// Reads a pattern backwards from its last operation, which has one result of at least one axis and
/// of the element type in patterns.def. Nothing if that operation does not end the pattern.
using Matcher = std::optional<Match>(const ir::Operation& root);

#define TUTTI_PATTERN(name, element, kind) Matcher match_##name;
#include "pass/raise/patterns.def"
#undef TUTTI_PATTERN

}  // namespace tutti::pass
