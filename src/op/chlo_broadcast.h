// SPDX-License-Identifier: Apache-2.0
// What the broadcasting operations of chlo share: shapes that fit each other by repetition.
#pragma once

#include "op/rules/derived.h"

namespace tutti::op {

/// The shape that both have after repetition along axes of size 1: aligned at the last axis, or
/// the smaller's axis i with the larger's axis broadcast_dimensions[i].
Shape broadcast_shape(const Operation& op, const Shape& x, const Shape& y);
/// The value repeated over a shape it is aligned with.
Value broadcast_to(Builder& b, const Operation& op, Value x, const Shape& shape);

/// What elements an operation makes of two.
enum class Combined { operands, booleans, complex_numbers };
/// `name` is `applied` on operands of `allowed` elements that are broadcast to one shape.
OpDef broadcasting(std::string_view name, std::string_view applied, Elements allowed,
                   Combined combined = Combined::operands);

}  // namespace tutti::op
