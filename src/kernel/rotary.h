// SPDX-License-Identifier: Apache-2.0
// Rotary position embeddings: the first half of each head's entries is rotated against the second.
#pragma once

#include <cstdint>

#include "base/threads.h"
#include "ir/element_type.h"

namespace tutti::kernel {

struct Rotary {
  ir::ElementType type;        // of x and y: f32 or bf16
  int64_t tokens, heads, dim;  // x and y are [tokens, heads, dim]; dim is even
  const float *cosine, *sine;  // [tokens, dim / 2]
  bool inverse;                // rotates back
  const void* x;
  void* y;  // may be x
};

/// y1 = x1 cosine - x2 sine and y2 = x2 cosine + x1 sine of the halves of each head; with -sine
/// where inverse.
void rotary(Team& team, const Rotary& tensors);

}  // namespace tutti::kernel
