// SPDX-License-Identifier: Apache-2.0
// The gradient of a convolution, whose sides are convolutions themselves.
#pragma once

#include "op/rules/common.h"

namespace tutti::op {

/// dx: dy, dilated by the strides, under the kernel turned around and its features exchanged.
/// dw: x under dy, batches summed, the strides becoming the dilation of dy.
/// Groups of features stay such for dx, the kernel's of outputs becoming its of inputs; for dw each
/// is a part of the batch. Groups of batches are groups of features there, and the other way round.
void convolution_vjp(Vjp& v);

}  // namespace tutti::op
