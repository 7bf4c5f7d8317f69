// SPDX-License-Identifier: Apache-2.0
// Readings of values, from what made them: constants, vectors along the last axis, rows without it.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "ir/module.h"

namespace tutti::pass {

/// The operation of that name that gives a value, or null.
const ir::Operation* made_by(ir::Value value, std::string_view name);

/// What an operation of that name and two operands, in any order, has beside one of them; or null.
ir::Value other_operand(ir::Value result, std::string_view name, ir::Value operand);

/// The number that every element is, through broadcasts and conversions of constants.
std::optional<double> splat_of(ir::Value value);
/// Whether every element is that number, as far as float32 tells.
bool is_splat(ir::Value value, double expected);
/// The word that every element is, of ui32.
std::optional<uint32_t> word_of(ir::Value value);

/// Of a vector [C] repeated along all axes but the last: that vector.
ir::Value along_last(ir::Value value);
/// Of a row [...] or [..., 1] repeated along the last axis: that row, without trailing ones.
ir::Value over_last(ir::Value value);
/// The same row without axes of one element behind it.
ir::Value row_of(ir::Value row);
/// What a row is the sum, the largest or the mean of over the last axis.
ir::Value sum_over_last(ir::Value row);
ir::Value largest_over_last(ir::Value row);
ir::Value mean_over_last(ir::Value row);

/// x of x less its largest value over the last axis.
ir::Value less_its_largest(ir::Value value);

/// x of x * x, in any spelling.
ir::Value squared(ir::Value value);
/// No spelling has more factors; a number squared again and again has 2^n.
inline constexpr size_t kMostFactors = 8;
/// The factors of a product, through products of products; at most kMostFactors.
std::vector<ir::Value> factors_of(ir::Value product);
/// The number k where value = k x, through negations, products and quotients with constants.
std::optional<double> multiple_of(ir::Value value, ir::Value x);

}  // namespace tutti::pass
