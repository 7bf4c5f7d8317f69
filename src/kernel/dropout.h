// SPDX-License-Identifier: Apache-2.0
// Dropout whose mask depends only on a key and on what an element is: its sample, position and
// channel. The gradient draws the same mask again.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/random.h"
#include "base/threads.h"
#include "kernel/activation_shape.h"

namespace tutti::kernel {

/// What decides a mask over rows of channels. With rate 0, nothing else is read.
///
/// Element (sample, position, channel) has 16 random bits: with words = threefry2x32(key, {sample,
/// position << 16 | channel >> 2}), channels 0 and 1 of four take the lower and upper half of
/// words[0], channels 2 and 3 those of words[1]. The element is kept iff its bits, as a number, are
/// at least dropout_threshold(rate). Positions are below 65,536, channels below 262,144.
struct Dropout {
  double rate = 0;                    // in [0, 1)
  Words key = {0, 0};                 // of the seed, the step and the place in the model
  const int32_t* sample = nullptr;    // [rows]
  const int32_t* position = nullptr;  // [rows]
};

constexpr int64_t kMaxDropoutChannels = int64_t{1} << 18;

/// round(rate * 65536), at most 65535.
inline uint32_t dropout_threshold(double rate) {
  return static_cast<uint32_t>(std::min(std::lround(rate * 65536), 65535L));
}

/// The factor of kept elements: 1 / the probability of being kept, which is a multiple of 1 /
/// 65536.
constexpr float dropout_scale(uint32_t threshold) {
  return static_cast<float>(65536.0 / (65536.0 - threshold));
}

/// Whether the mask keeps one element: the definition, for tests and for small cases.
constexpr bool dropout_keeps(Words key, int32_t sample, int32_t position, int32_t channel,
                             uint32_t threshold) {
  const Words words =
      threefry2x32(key, {static_cast<uint32_t>(sample), static_cast<uint32_t>(position) << 16 |
                                                            static_cast<uint32_t>(channel) >> 2});
  const uint32_t word = words[(channel >> 1) & 1];
  return (channel & 1 ? word >> 16 : word & 0xFFFF) >= threshold;
}

/// y = mask * scale * x. The gradient is the same call on dy. x and y have `shape`; y may be x.
void dropout(Team& team, const ActivationShape& shape, const Dropout& mask, const void* x, void* y);

/// y = residual + dropout(x + bias). x, residual and y have `shape`, bias is f32 [channels]; y may
/// be x or residual.
void bias_dropout_residual(Team& team, const ActivationShape& shape, const Dropout& mask,
                           const void* x, const float* bias, const void* residual, void* y);

/// dx = mask * scale * dy and dbias f32 [channels] = the column sums of dx; the gradient of the
/// residual is dy itself. dy and dx have `shape`; dx may be dy. `workspace`: at least
/// bias_dropout_residual_gradient_workspace_bytes.
void bias_dropout_residual_gradient(Team& team, const ActivationShape& shape, const Dropout& mask,
                                    const void* dy, void* dx, float* dbias,
                                    std::span<std::byte> workspace);
/// Throws UserError where the size overflows.
size_t bias_dropout_residual_gradient_workspace_bytes(int64_t rows, int64_t channels);

}  // namespace tutti::kernel
