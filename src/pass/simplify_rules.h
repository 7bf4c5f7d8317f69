// SPDX-License-Identifier: Apache-2.0
// The rules of simplify, each of which looks at one operation.
#pragma once

#include "pass/substitute.h"

namespace tutti::pass {

/// Returns the value that replaces the operation's result, or null.
using Rule = ir::Value(const Surroundings& around, const ir::Operation& op);

Rule drop_sum, center_variance, take_bias_gradient;
Rule convert_before_broadcast, join_broadcasts, multiply_by_inverse, swap_product;
Rule softmax_gradient;

/// A pad that adds nothing gives its operand, or a slice of it where edges are negative.
Rule cut_by_pad;
/// pad(x) + pad(y) + ..., each after the one before, is their concatenation.
Rule concatenate_parts;
/// A sum of pads whose elements are all at even places along an axis, or all at odd ones, as in
/// the gradient of JAX's associative scan: both halves are added up by themselves, and interleaved.
Rule interleave_parts;
/// The transpose of a concatenation is the concatenation of its parts' transposes.
Rule transpose_parts;

}  // namespace tutti::pass
