// SPDX-License-Identifier: Apache-2.0
// Changes a tensor very little, to find out how far an operation's result moves with its operands.
#pragma once

#include "ir/tensor.h"

namespace tutti::validate {

/// A copy in which each finite float other than zero is moved by one unit in the last place, up or
/// down by a fixed sequence; so are the parts of complex numbers. All other elements stay.
ir::Tensor nudged(const ir::Tensor& tensor);

/// Half the distance from 1 to the next number of a float type.
double unit_roundoff(ir::ElementType element);

}  // namespace tutti::validate
