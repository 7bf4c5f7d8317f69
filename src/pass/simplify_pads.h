// SPDX-License-Identifier: Apache-2.0
// Rules of simplify() for padding: parts that JAX's gradients of slices pad with zeros and add up.
#pragma once

#include "pass/substitute.h"

namespace tutti::pass {

/// A pad that adds nothing gives its operand, or a slice of it where edges are negative. Null for
/// other operations.
ir::Value cut_by_pad(const Surroundings& around, const ir::Operation& op);

/// pad(x) + pad(y) + ..., each after the one before, is their concatenation. Null for other
/// operations.
ir::Value concatenate_parts(const Surroundings& around, const ir::Operation& op);

/// A sum of pads whose elements are all at even places along an axis, or all at odd ones, as in
/// the gradient of JAX's associative scan: both halves are added up by themselves, and interleaved.
/// Null for other operations.
ir::Value interleave_parts(const Surroundings& around, const ir::Operation& op);

}  // namespace tutti::pass
