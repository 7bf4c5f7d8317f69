// SPDX-License-Identifier: Apache-2.0
// The products of weights in a function, through the operations that only see them differently.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "op/emit.h"

namespace tutti::pass {

/// The argument that a value is, except for its element type and the order of its axes.
struct Traced {
  ir::Value argument = nullptr;
  std::vector<int64_t> axes;  // of the argument, in the order of the value's
};

Traced traced(ir::Value value);

/// A product with a matrix among the arguments.
struct WeightProduct {
  ir::Value argument = nullptr;
  size_t side = 1;     // the operand that is the matrix
  int64_t x_axis = 0;  // of the other operand, that is summed over
  bool inputs_first = false;
};

inline constexpr std::string_view kLossOfProduct = "tutti.linear_cross_entropy";

/// One for each operand that is a matrix among the arguments.
std::vector<WeightProduct> weight_products(const ir::Operation& op);

/// The argument whose rows an operation looks up; null for others.
ir::Value looked_up(const ir::Operation& op);

void visit_operations(const ir::Block& block,
                      const std::function<void(const ir::Operation&)>& visit);

}  // namespace tutti::pass
