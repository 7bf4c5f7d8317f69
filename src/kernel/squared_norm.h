// SPDX-License-Identifier: Apache-2.0
// The squared norm of many tensors taken as one vector, for gradient clipping.
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

/// The sum of all squares, added in double in an order fixed by the sizes: finite iff every element
/// is, as squares of finite float32 numbers cannot overflow a double. The workspace is aligned to 8
/// bytes.
double squared_norm(Team& team, std::span<const FloatTensor> tensors,
                    std::span<std::byte> workspace);
size_t squared_norm_workspace_bytes(std::span<const FloatTensor> tensors);

}  // namespace tutti::kernel
