// SPDX-License-Identifier: Apache-2.0
// The activation functions of a feed-forward layer, with the bias that comes before them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/threads.h"
#include "ir/element_type.h"

namespace tutti::kernel {

enum class Activation {
  gelu,       // x * (1 + erf(x / sqrt(2))) / 2
  gelu_tanh,  // x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3))) / 2
  relu        // max(x, 0)
};

/// y = activation(x + bias). x, y [rows, channels] of `type` (f32 or bf16), bias f32 [channels].
/// y may be x.
void bias_activation(Team& team, Activation activation, ir::ElementType type, const void* x,
                     const float* bias, void* y, int64_t rows, int64_t channels);

/// dx = dy * activation'(x + bias), dbias f32 [channels] = the column sums of dx; relu'(0) is 0.
/// dx may be dy or x.
void bias_activation_gradient(Team& team, Activation activation, ir::ElementType type,
                              const void* dy, const void* x, const float* bias, void* dx,
                              float* dbias, int64_t rows, int64_t channels,
                              std::span<std::byte> workspace);
size_t bias_activation_gradient_workspace_bytes(int64_t rows, int64_t channels);

}  // namespace tutti::kernel
