// SPDX-License-Identifier: Apache-2.0
// Which matrix products leave a loop. Only loop_products.cpp uses it.
#pragma once

#include <array>
#include <unordered_set>
#include <vector>

#include "pass/loop_products_rows.h"

namespace tutti::pass {

/// A dot_general of a row, which is operand `side`, and of a value from outside of the loop.
struct EarlyProduct {
  const ir::Operation* dot;
  size_t side;
  StackRow row;
};

/// A value of a round that becomes a row of a new array, at `place.index` from the lowest on.
struct CollectedValue {
  ir::Value value;
  StackRow place;  // without a stack
};

/// A dot_general that is added up over all rounds. Each side is a row, or one that is collected.
struct LateProduct {
  struct Side {
    std::optional<StackRow> row;
    size_t collected = 0;
  };
  const ir::Operation* dot;
  std::array<Side, 2> sides;
};

struct LoopPlan {
  std::vector<EarlyProduct> early;
  std::vector<CollectedValue> collected;
  std::vector<LateProduct> late;
  /// Operations of a round that are computed once after the loop: `late`, what looks at them
  /// differently, and what adds them to the values of the loop that have these numbers.
  std::unordered_set<const ir::Operation*> sums;
  std::unordered_set<size_t> states;

  bool is_empty() const { return early.empty() && late.empty(); }
};

LoopPlan plan_products(const LoopRows& rows);

}  // namespace tutti::pass
