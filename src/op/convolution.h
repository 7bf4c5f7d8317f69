// SPDX-License-Identifier: Apache-2.0
// What a convolution and one whose padding is an operand share.
#pragma once

#include "op/rules/common.h"

namespace tutti::op {

/// What both say of their attributes; only the one has padding.
inline constexpr std::string_view kConvolutionAttributes =
    "dimension_numbers:record.stablehlo.conv, feature_group_count:int, batch_group_count:int, "
    "window_strides?:ints, padding?:dense:c4, lhs_dilation?:ints, rhs_dilation?:ints, "
    "window_reversal?:bools, precision_config?:enums.precision:i19";

/// The result of stablehlo.convolution, or of stablehlo.dynamic_conv, whose spatial sizes are
/// dynamic where the padding is no constant. Constraints are labelled by the op's own name.
std::vector<Type> infer_convolution(const Operation& op);

}  // namespace tutti::op
