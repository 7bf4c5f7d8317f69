// SPDX-License-Identifier: Apache-2.0
// Softmax over the last axis, and its gradient.
#pragma once

#include <cstdint>

#include "base/threads.h"
#include "kernel/activation_shape.h"

namespace tutti::kernel {

/// y = e^(x - m) / sum(e^(x - m)) for each row, where m is the row's largest value. x and y have
/// `shape`; y may be x.
void softmax(Team& team, const ActivationShape& shape, const void* x, void* y);

/// dx = y * (dy - sum(dy * y)) for each row, where y is the softmax. All have `shape`; dx may be dy
/// or y.
void softmax_gradient(Team& team, const ActivationShape& shape, const void* dy, const void* y,
                      void* dx);

}  // namespace tutti::kernel
