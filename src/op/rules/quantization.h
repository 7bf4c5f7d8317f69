// SPDX-License-Identifier: Apache-2.0
// Between floats and the integers that stand for them.
#pragma once

#include "op/rules/common.h"

namespace tutti::op {

/// (stored - zero point) * scale, in the expressed type.
Array dequantized(const Array& array);
/// round_nearest_even(clamp(low, value / scale + zero point, high)) as stored integers of `type`,
/// in the arithmetic of the expressed type; NaN gives a stored 0.
Array quantized(const Array& floats, const Type& type);

/// Whether the operation means dequantize, compute, quantize: some type is quantized, and neither a
/// region nor a function computes the result.
bool computes_dequantized(const Operation& op);

}  // namespace tutti::op
