// SPDX-License-Identifier: Apache-2.0
// The activation functions of a feed-forward layer, with the bias that comes before them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/threads.h"
#include "kernel/activation_shape.h"

namespace tutti::kernel {

enum class Activation {
  gelu,       // x * (1 + erf(x / sqrt(2))) / 2
  gelu_tanh,  // x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3))) / 2
  relu        // max(x, 0)
};

/// y = activation(x + bias). x and y have `shape`, bias is f32 [channels]; y may be x.
void bias_activation(Team& team, Activation activation, const ActivationShape& shape, const void* x,
                     const float* bias, void* y);

/// What bias_activation_gradient reads and writes.
struct BiasActivationGradient {
  const void *dy, *x;  // [rows, channels]
  const float* bias;   // [channels]
  void* dx;            // [rows, channels]; may be dy or x
  float* dbias;        // [channels]
};

/// dx = dy * activation'(x + bias), where relu'(0) is 0; dbias = the column sums of dx.
/// `workspace`: at least bias_activation_gradient_workspace_bytes.
void bias_activation_gradient(Team& team, Activation activation, const ActivationShape& shape,
                              const BiasActivationGradient& tensors,
                              std::span<std::byte> workspace);
/// Throws UserError where the size overflows.
size_t bias_activation_gradient_workspace_bytes(int64_t rows, int64_t channels);

}  // namespace tutti::kernel
