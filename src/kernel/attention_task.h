// SPDX-License-Identifier: Apache-2.0
// Attention of one segment and one head: what one worker does at a time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/rounding.h"
#include "kernel/attention.h"
#include "kernel/attention_segments.h"
#include "kernel/element_at.h"
#include "kernel/simd.h"

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

/// One segment and one head of a call's tensors.
class AttentionHead {
 public:
  AttentionHead(const AttentionCall& call, const SegmentRange& range, int64_t head)
      : call_(call),
        tokens_(range.length),
        token_stride_(call.shape.heads * call.shape.dim),
        first_(range.first * token_stride_ + head * call.shape.dim) {}

  const AttentionCall& call() const { return call_; }
  int64_t tokens() const { return tokens_; }
  /// The tokens rounded up to whole vectors, so that loops over keys have no remainder.
  int64_t columns() const { return round_up(tokens_, 16); }
  /// Elements from one token to the next.
  int64_t token_stride() const { return token_stride_; }
  /// The head's first channel of the segment's token `token`.
  const std::byte* at(const void* tensor, int64_t token) const {
    return element_at(tensor, call_.shape.type, first_ + token * token_stride_);
  }
  std::byte* at(void* tensor, int64_t token) const {
    return element_at(tensor, call_.shape.type, first_ + token * token_stride_);
  }

 private:
  const AttentionCall& call_;
  int64_t tokens_, token_stride_, first_;
};

/// Whether the products multiply bf16; else operands are converted to float32.
bool multiplies_bfloats(const AttentionShape& shape);

/// Where products of float32 copies keep them.
struct FloatScratch {
  float *k = nullptr, *v = nullptr;                        // [keys, width]
  float *k_transposed = nullptr, *v_transposed = nullptr;  // [width, keys]
  float *q = nullptr, *d_o = nullptr, *dq = nullptr;       // [kAttentionBlock, width]
};

/// Where those of bf16 keep packed operands (kernel/avx512_product.h) and their own left ones.
struct BfloatScratch {
  float *k = nullptr, *v = nullptr;    // right ones whose lines are keys
  float* channels = nullptr;           // a right one whose lines are channels of all keys
  float *q = nullptr, *d_o = nullptr;  // and of a block's queries
  float* queries = nullptr;            // a left one whose lines are keys
  Bfloat16 *shares = nullptr, *d_shares = nullptr;  // [kAttentionBlock, keys]
};

/// A worker's memory. `keys` and `width` are the longest segment and dim, rounded up to multiples
/// of 16. One of the two last members is there.
struct AttentionScratch {
  int64_t keys = 0, width = 0;
  float *dk = nullptr, *dv = nullptr;               // [keys, width]
  float *scores = nullptr, *d_scores = nullptr;     // [kAttentionBlock, keys]
  float* o = nullptr;                               // [kAttentionBlock, width]
  float *bias = nullptr, *probabilities = nullptr;  // [keys]
  uint16_t* bits = nullptr;  // [keys and one step of the generator on either side]
  FloatScratch of_floats;
  BfloatScratch of_bfloats;

  /// Cuts `memory`, or only measures where it is null; returns the bytes taken, a multiple of 64.
  int64_t place(std::byte* memory, const AttentionShape& shape);
};

/// Writes o and lse of the range's tokens for one head.
void attention_task(const AttentionCall& call, const SegmentRange& range, int64_t head,
                    const AttentionScratch& scratch);

/// Writes dq, dk and dv of the range's tokens for one head.
void attention_gradient_task(const AttentionCall& call, const SegmentRange& range, int64_t head,
                             const AttentionScratch& scratch);

}  // namespace tutti::kernel
