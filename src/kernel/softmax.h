// SPDX-License-Identifier: Apache-2.0
// Softmax over the last dimension.
#pragma once

#include <cstdint>

#include "base/threads.h"
#include "ir/element_type.h"

namespace tutti::kernel {

/// y = e^(x - m) / sum(e^(x - m)) with m the row's largest value. x, y [rows, length] of `type`
/// (f32 or bf16); y may be x.
void softmax(Team& team, ir::ElementType type, const void* x, void* y, int64_t rows,
             int64_t length);

/// dx = y * (dy - sum(dy * y)), y being the softmax. dx may be dy or y.
void softmax_gradient(Team& team, ir::ElementType type, const void* dy, const void* y, void* dx,
                      int64_t rows, int64_t length);

}  // namespace tutti::kernel
