// SPDX-License-Identifier: Apache-2.0
// Emits what takes the place of a loop's products. Only loop_products.cpp uses it.
#pragma once

#include "ir/builder.h"
#include "pass/loop_products_rows.h"

namespace tutti::pass {

/// The type of so many rows of a type.
ir::Type with_rows(const ir::Type& row, int64_t rows);
/// Axes of a row as axes of a stack that has `axis` in addition.
std::vector<int64_t> with_axis(const std::vector<int64_t>& axes, int64_t axis);

/// The same product as `dot` of other operands, which contracts other axes.
ir::Value dot_like(ir::Builder& b, const ir::Operation& dot, const std::array<ir::Value, 2>& sides,
                   const std::array<std::vector<int64_t>, 2>& contract);

/// The rows of a stack that the rounds of a loop read.
ir::Value read_rows(ir::Builder& b, ir::Value stack, const StackRow& row, int64_t rounds);

/// Where a round's row begins in an array of so many axes, one of which has a row for each round.
std::vector<ir::Value> row_starts(ir::Builder& b, const StackRow& row, int64_t axis, int64_t rank,
                                  const ir::ValueMap& map);

}  // namespace tutti::pass
