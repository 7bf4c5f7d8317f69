// SPDX-License-Identifier: Apache-2.0
// The squared norm of many tensors, taken as one vector, for clipping gradients.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/threads.h"

namespace tutti::kernel {

struct FloatTensor {
  const float* data;
  int64_t count;
};

/// Gives the sum of all squares, added in double in an order that depends only on the sizes. It is
/// finite iff every element is, because squares of finite float32 numbers cannot overflow a double.
/// `workspace`: at least squared_norm_workspace_bytes, aligned to 8 bytes.
double squared_norm(Team& team, std::span<const FloatTensor> tensors,
                    std::span<std::byte> workspace);
size_t squared_norm_workspace_bytes(std::span<const FloatTensor> tensors);

}  // namespace tutti::kernel
