// SPDX-License-Identifier: Apache-2.0
// Layer and RMS normalisation over the channels of each row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/threads.h"
#include "ir/element_type.h"

namespace tutti::kernel {

/// y = (x - mean) * rstd * gamma + beta with rstd = 1 / sqrt(variance + epsilon), the variance
/// being divided by the number of channels. x, y [rows, channels] of `type` (f32 or bf16); gamma,
/// beta f32 [channels]; mean, rstd f32 [rows] are results. y may be x.
void layer_norm(Team& team, ir::ElementType type, const void* x, const float* gamma,
                const float* beta, float epsilon, void* y, float* mean, float* rstd, int64_t rows,
                int64_t channels);

/// y = x * rstd * gamma with rstd = 1 / sqrt(mean(x^2) + epsilon). Types and shapes as above; y may
/// be x.
void rms_norm(Team& team, ir::ElementType type, const void* x, const float* gamma, float epsilon,
              void* y, float* rstd, int64_t rows, int64_t channels);

/// With h = (x - mean) * rstd and g = dy * gamma: dx = rstd * (g - mean(g) - h * mean(g * h)),
/// dgamma = the column sums of dy * h, dbeta = those of dy; both f32 [channels]. dx may be dy or x.
void layer_norm_gradient(Team& team, ir::ElementType type, const void* dy, const void* x,
                         const float* gamma, const float* mean, const float* rstd, void* dx,
                         float* dgamma, float* dbeta, int64_t rows, int64_t channels,
                         std::span<std::byte> workspace);
size_t layer_norm_gradient_workspace_bytes(int64_t rows, int64_t channels);

}  // namespace tutti::kernel
