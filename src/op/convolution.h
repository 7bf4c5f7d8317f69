// SPDX-License-Identifier: Apache-2.0
// What a convolution and one whose padding is an operand share.
#pragma once

#include "op/rules.h"

namespace tutti::op {

/// The result of stablehlo.convolution, or of stablehlo.dynamic_conv, whose spatial sizes are
/// dynamic where the padding is no constant. Constraints are labelled by the op's own name.
std::vector<Type> infer_convolution(const Operation& op);

}  // namespace tutti::op
