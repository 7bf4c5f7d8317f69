// SPDX-License-Identifier: Apache-2.0
// Attention as jax.nn.dot_product_attention computes it, in float32: o = softmax(scores) v, where
// scores = scale q kᵀ + bias, or a constant for keys whose mask is false.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/threads.h"

namespace tutti::kernel {

/// A tensor of four axes, read through strides in elements (0: broadcast).
template <class Element>
struct Strided4 {
  const Element* data = nullptr;
  std::array<int64_t, 4> strides = {};
};

struct DotProductAttention {
  int64_t batch = 0, queries = 0, keys = 0, heads = 0;  // keys ≥ 1
  int64_t dim = 0, channels = 0;
  float scale = 1;
  float masked_score = 0;  // of a key whose mask is 0
};

/// q [batch, queries, heads, dim], k [batch, keys, heads, dim], v [batch, keys, heads, channels].
/// Bias and mask (bytes of 0 or 1) are [batch, heads, queries, keys]; at most one of them is not
/// null.
struct AttentionInputs {
  Strided4<float> q, k, v, bias;
  Strided4<uint8_t> mask;
};

size_t dot_product_attention_workspace_bytes(const DotProductAttention& shape, int workers);

/// Writes o [batch, queries, heads, channels], dense. One worker computes one block of a head's
/// queries at a time, so that any number of workers gives the same bits. `workspace`: at least
/// dot_product_attention_workspace_bytes, aligned to 64 bytes.
void dot_product_attention(Team& team, const DotProductAttention& shape,
                           const AttentionInputs& inputs, float* o, std::span<std::byte> workspace);

}  // namespace tutti::kernel
