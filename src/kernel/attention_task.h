// SPDX-License-Identifier: Apache-2.0
// Attention of one segment and one head: what one worker does at a time.
#pragma once

#include <cstdint>

#include "kernel/attention.h"
#include "kernel/attention_segments.h"

namespace tutti::kernel {

/// Queries taken at a time: their scores against a whole segment stay in the second-level cache.
constexpr int64_t kAttentionBlock = 48;

/// One call of attention() or attention_gradient(); what the other one has is null.
struct AttentionCall {
  AttentionShape shape;
  AttentionTokens tokens;
  float scale = 1;
  uint32_t threshold = 0;  // of dropout's bits; 0 keeps all
  Words key = {0, 0};
  const void *q = nullptr, *k = nullptr, *v = nullptr, *d_o = nullptr;
  void *o = nullptr, *dq = nullptr, *dk = nullptr, *dv = nullptr;
  float* lse_out = nullptr;
  const float* lse = nullptr;
};

/// A worker's memory. `keys` and `width` are the longest segment and dim, rounded up to multiples
/// of 16.
struct AttentionScratch {
  int64_t keys = 0, width = 0;
  float *k = nullptr, *v = nullptr, *dk = nullptr, *dv = nullptr;  // [keys, width]
  float *k_transposed = nullptr, *v_transposed = nullptr;          // [width, keys]
  float *q = nullptr, *o = nullptr, *dq = nullptr;                 // [kAttentionBlock, width]
  float *scores = nullptr, *d_scores = nullptr;                    // [kAttentionBlock, keys]
  float *bias = nullptr, *probabilities = nullptr;                 // [keys]
  uint16_t* bits = nullptr;  // [keys and one step of the generator on either side]

  /// Cuts `memory`, or only measures where it is null; returns the bytes taken, a multiple of 64.
  int64_t place(std::byte* memory, int64_t longest_segment, int64_t dim);
};

/// Writes o and lse of the range's tokens for one head.
void attention_task(const AttentionCall& call, const SegmentRange& range, int64_t head,
                    const AttentionScratch& scratch);

/// Writes dq, dk and dv of the range's tokens for one head.
void attention_gradient_task(const AttentionCall& call, const SegmentRange& range, int64_t head,
                             const AttentionScratch& scratch);

}  // namespace tutti::kernel
