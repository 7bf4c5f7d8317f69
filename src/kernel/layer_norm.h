// SPDX-License-Identifier: Apache-2.0
// Layer norm and RMS norm over the last axis, and their gradients. Statistics, gamma, beta
// and their gradients are float32 whatever the activations are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/threads.h"
#include "kernel/activation_shape.h"

namespace tutti::kernel {

/// What layer_norm reads and writes.
struct LayerNorm {
  const void* x;              // [rows, channels]
  const float *gamma, *beta;  // [channels]
  float epsilon;
  void* y;             // [rows, channels]; may be x
  float *mean, *rstd;  // [rows]
};

/// For each row: rstd = 1 / sqrt(mean((x - mean(x))^2) + epsilon) and
/// y = (x - mean(x)) * rstd * gamma + beta.
void layer_norm(Team& team, const ActivationShape& shape, const LayerNorm& tensors);

/// What rms_norm reads and writes.
struct RmsNorm {
  const void* x;       // [rows, channels]
  const float* gamma;  // [channels]
  float epsilon;
  void* y;      // [rows, channels]; may be x
  float* rstd;  // [rows]
};

/// For each row: rstd = 1 / sqrt(mean(x^2) + epsilon) and y = x * rstd * gamma.
void rms_norm(Team& team, const ActivationShape& shape, const RmsNorm& tensors);

/// What rms_norm_gradient reads and writes.
struct RmsNormGradient {
  const void *dy, *x;  // [rows, channels]
  const float* gamma;  // [channels]
  const float* rstd;   // [rows], as rms_norm wrote it
  void* dx;            // [rows, channels]; may be dy or x
  float* dgamma;       // [channels], or null: then no workspace is needed
};

/// With h = x * rstd and g = dy * gamma: dx = rstd * (g - h * mean(g * h)), dgamma = the column
/// sums of dy * h. `workspace`: at least column_partials_bytes(rows, channels)
/// (kernel/row_blocks.h).
void rms_norm_gradient(Team& team, const ActivationShape& shape, const RmsNormGradient& tensors,
                       std::span<std::byte> workspace);

/// What layer_norm_gradient reads and writes.
struct LayerNormGradient {
  const void *dy, *x;        // [rows, channels]
  const float* gamma;        // [channels]
  const float *mean, *rstd;  // [rows], as layer_norm wrote them
  void* dx;                  // [rows, channels]; may be dy or x
  float *dgamma, *dbeta;     // [channels]
};

/// With h = (x - mean) * rstd and g = dy * gamma: dx = rstd * (g - mean(g) - h * mean(g * h)),
/// dgamma = the column sums of dy * h, dbeta = those of dy. `workspace`: at least
/// layer_norm_gradient_workspace_bytes.
void layer_norm_gradient(Team& team, const ActivationShape& shape, const LayerNormGradient& tensors,
                         std::span<std::byte> workspace);
/// Throws UserError where the size overflows.
size_t layer_norm_gradient_workspace_bytes(int64_t rows, int64_t channels);

}  // namespace tutti::kernel
