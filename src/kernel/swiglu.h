// SPDX-License-Identifier: Apache-2.0
// The gated activation of a decoder's feed-forward layer: gate sigmoid(gate) up.
#pragma once

#include <cstdint>

#include "base/threads.h"
#include "ir/element_type.h"

namespace tutti::kernel {

/// y = gate sigmoid(gate) up, `count` elements of f32 or bf16 each; y may be gate or up.
void swiglu(Team& team, ir::ElementType type, int64_t count, const void* gate, const void* up,
            void* y);

/// What swiglu_gradient reads and writes; a result may be any of the operands.
struct SwigluGradient {
  const void *dy, *gate, *up;
  void *dgate, *dup;
};

/// With s = sigmoid(gate): dgate = dy up s (1 + gate (1 - s)), dup = dy gate s.
void swiglu_gradient(Team& team, ir::ElementType type, int64_t count,
                     const SwigluGradient& tensors);

}  // namespace tutti::kernel
