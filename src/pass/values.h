// SPDX-License-Identifier: Apache-2.0
// What a value is, read from the operations that made it: a constant, a vector repeated over rows,
// a row's mean. Passes that look for patterns are written in these terms. A row is a value without
// the last axis of another one: one number for each vector along that axis.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "ir/module.h"

namespace tutti::pass {

/// The operation that made a value, if it has that name; otherwise null.
const ir::Operation* made_by(ir::Value value, std::string_view name);

/// The other operand of the operation that made `result`, if it has that name and `operand` is one
/// of its two operands; otherwise null.
ir::Value other_operand(ir::Value result, std::string_view name, ir::Value operand);

/// The number that all elements of a float value are: a constant, also after broadcasts, reshapes
/// and conversions.
std::optional<double> splat_of(ir::Value value);
/// Whether a number is the expected one, within float32's rounding.
bool is_about(std::optional<double> value, double expected);
/// Whether all elements are that number, within float32's rounding.
bool is_splat(ir::Value value, double expected);
/// splat_of() a value that can be the epsilon of a norm: finite and not negative.
std::optional<double> epsilon_of(ir::Value value);
/// The word that all elements of a ui32 value are.
std::optional<uint32_t> word_of(ir::Value value);

// Each of the following gives null if the value is none such.

/// The vector [C] that a value repeats along all axes but the last.
ir::Value along_last(ir::Value value);
/// The row that a value repeats along its last axis, given as [...] or [..., 1]. The result lacks
/// the trailing axes of one element.
ir::Value over_last(ir::Value value);
/// The row itself before trailing axes of one element were added to it; never null.
ir::Value row_of(ir::Value row);
/// The value whose sum, maximum or mean over the last axis a row is.
ir::Value sum_over_last(ir::Value row);
ir::Value largest_over_last(ir::Value row);
ir::Value mean_over_last(ir::Value row);

/// x, where a value is x - max(x) over the last axis.
ir::Value before_max_shift(ir::Value value);

/// x, where a value is x * x or the square of x.
ir::Value squared(ir::Value value);

/// No pattern has more factors. A bound is needed: a number squared n times in a row has 2^n.
inline constexpr size_t kMostFactors = 8;
/// The factors of a product, through products of products; at most kMostFactors.
std::vector<ir::Value> factors_of(ir::Value product);

/// A product as one number and its other factors.
struct Product {
  double scale = 1;
  std::vector<ir::Value> factors;
};
/// The same with constants, negations and quotients by constants gathered in `scale`.
Product product_of(ir::Value value);

/// The number k, where a value is k x, through negations and products and quotients with constants.
std::optional<double> multiple_of(ir::Value value, ir::Value x);

}  // namespace tutti::pass
