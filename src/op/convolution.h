// SPDX-License-Identifier: Apache-2.0
// What stablehlo.convolution shares with stablehlo.dynamic_conv, whose padding is an operand.
#pragma once

#include "op/rules/common.h"

namespace tutti::op {

/// The rules of their attributes. Only the first has `padding`.
inline constexpr std::string_view kConvolutionAttributes =
    "dimension_numbers:record.stablehlo.conv, feature_group_count:int, batch_group_count:int, "
    "window_strides?:ints, padding?:dense:c4, lhs_dilation?:ints, rhs_dilation?:ints, "
    "window_reversal?:bools, precision_config?:enums.precision:i19";

/// The result type of either. The spatial sizes of a dynamic_conv are dynamic unless the padding is
/// a constant. The labels of constraints have the op's own name.
std::vector<Type> infer_convolution(const Operation& op);

}  // namespace tutti::op
