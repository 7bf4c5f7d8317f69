// SPDX-License-Identifier: Apache-2.0
// Conversion between floats and the integers that express them.
#pragma once

#include "op/rules/common.h"

namespace tutti::op {

/// (stored - zero point) * scale, in the expressed type.
Array dequantized(const Array& array);
/// round_nearest_even(clamp(low, value / scale + zero point, high)) as stored integers of `type`,
/// computed in the expressed type. NaN becomes a stored 0.
Array quantized(const Array& floats, const Type& type);

/// Whether an operation is evaluated by dequantizing, computing with floats and quantizing: a type
/// is quantized, and neither a region nor a function computes the result.
bool computes_dequantized(const Operation& op);

/// The quantized type whose elements the body of a reduction or scatter combines, where this
/// operand has elements of another one and is requantized first (the specification's
/// `to_destination_type`); else null.
const Type* combined_type(const Operation& op, size_t operand);

}  // namespace tutti::op
