// SPDX-License-Identifier: Apache-2.0
// Small changes of a tensor, for finding how far an operation's result moves with its operands.
#pragma once

#include "ir/tensor.h"

namespace tutti::validate {

/// Each finite, non-zero float, be it part of a complex number, moved by one unit in the last
/// place, up or down as a fixed sequence says; everything else as it is.
ir::Tensor nudged(const ir::Tensor& tensor);

/// Half the distance from 1 to the next number of a float type.
double unit_roundoff(ir::ElementType element);

}  // namespace tutti::validate
