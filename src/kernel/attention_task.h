// SPDX-License-Identifier: Apache-2.0
// Attention of one head of one segment, or of a row whose keys are kept: what one worker does at a
// time. Only the files of attention use it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/rounding.h"
#include "kernel/attention.h"
#include "kernel/attention_segments.h"
#include "kernel/element_at.h"
#include "kernel/simd.h"

namespace tutti::kernel {

/// Queries of a block: their scores against a whole segment stay in the second-level cache. Keys
/// that a window hides are left out by so many, which is a multiple of what products are made of.
constexpr int64_t kAttentionBlock = 48;

/// The tensors of one call of attention(), attention_gradient() or cached_attention(); those that
/// only the others have are null.
struct AttentionCall {
  AttentionShape shape;
  AttentionTokens tokens;
  float scale = 1;
  uint32_t threshold = 0;  // dropout_threshold(rate); 0 keeps all
  Words key = {0, 0};
  const void *q = nullptr, *k = nullptr, *v = nullptr, *d_o = nullptr;
  void *o = nullptr, *dq = nullptr, *dk = nullptr, *dv = nullptr;
  float* lse_out = nullptr;
  const float* lse = nullptr;
};

/// New tokens of a row, whose keys and values are kept, [rows, kv_heads, capacity, dim].
struct CachedRow {
  int64_t row = 0;
  int64_t before = 0;  // tokens of the row that are kept already
  int64_t capacity = 0;
};

/// One head of a call's tensors.
class AttentionHead {
 public:
  /// Of the tokens of a segment, which have queries and keys.
  AttentionHead(const AttentionCall& call, const SegmentRange& range, int64_t head)
      : call_(call),
        queries_(range.length),
        keys_(range.length),
        token_stride_(call.shape.heads * call.shape.dim),
        key_stride_(token_stride_ / call.shape.group()),
        first_(range.first * token_stride_ + head * call.shape.dim),
        first_key_(range.first * key_stride_ + head / call.shape.group() * call.shape.dim) {}

  /// Of the new tokens of a row, which attend to the ones before them too.
  AttentionHead(const AttentionCall& call, const CachedRow& row, int64_t head)
      : call_(call),
        queries_(call.shape.length),
        keys_(row.before + queries_),
        token_stride_(call.shape.heads * call.shape.dim),
        key_stride_(call.shape.dim),
        first_(row.row * queries_ * token_stride_ + head * call.shape.dim),
        first_key_((row.row * call.shape.heads + head) / call.shape.group() * row.capacity *
                   call.shape.dim) {}

  const AttentionCall& call() const { return call_; }
  int64_t queries() const { return queries_; }
  int64_t keys() const { return keys_; }
  /// How many keys belong to tokens before the first query's.
  int64_t before() const { return keys_ - queries_; }
  /// The keys rounded up to whole vectors, so that loops over keys have no remainder.
  int64_t columns() const { return round_up(keys_, 16); }
  /// How many of the first keys a block of `queries` queries from `first` on may see.
  int64_t seen(int64_t first, int64_t queries) const {
    const int64_t window = call_.shape.window;
    if (call_.shape.causal) return before() + first + queries;
    return window == 0 ? keys_ : std::min(keys_, first + queries + window - 1);
  }
  /// How many of those no query from `first` on sees, in whole blocks.
  int64_t unseen(int64_t first) const {
    const int64_t window = call_.shape.window;
    if (window == 0) return 0;
    return std::max<int64_t>(0, before() + first - window + 1) / kAttentionBlock * kAttentionBlock;
  }
  /// Elements from one token to the next, of q and o, and of k and v.
  int64_t token_stride() const { return token_stride_; }
  int64_t key_stride() const { return key_stride_; }
  /// The address of the head's first channel of token `token` of the segment, in q, o and their
  /// gradients.
  const std::byte* at(const void* tensor, int64_t token) const {
    return element_at(tensor, call_.shape.type, first_ + token * token_stride_);
  }
  std::byte* at(void* tensor, int64_t token) const {
    return element_at(tensor, call_.shape.type, first_ + token * token_stride_);
  }
  /// The same in k, v and their gradients.
  const std::byte* key_at(const void* tensor, int64_t token) const {
    return element_at(tensor, call_.shape.type, first_key_ + token * key_stride_);
  }
  std::byte* key_at(void* tensor, int64_t token) const {
    return element_at(tensor, call_.shape.type, first_key_ + token * key_stride_);
  }

 private:
  const AttentionCall& call_;
  int64_t queries_, keys_, token_stride_, key_stride_, first_, first_key_;
};

/// Whether the products multiply bf16; otherwise operands are converted to float32.
bool multiplies_bfloats(const AttentionShape& shape);

/// Float32 copies of the operands, where the products multiply float32.
struct FloatScratch {
  float *k = nullptr, *v = nullptr;                        // [keys, width]
  float *k_transposed = nullptr, *v_transposed = nullptr;  // [width, keys]
  float *q = nullptr, *d_o = nullptr, *dq = nullptr;       // [kAttentionBlock, width]
};

/// Packed operands (kernel/avx512_product.h), where the products multiply bf16.
struct BfloatScratch {
  float *k = nullptr, *v = nullptr;    // right operands; their lines are keys
  float* channels = nullptr;           // right operand; its lines are channels of all keys
  float *q = nullptr, *d_o = nullptr;  // right operands; lines are channels of a block's queries
  float* queries = nullptr;            // left operand; its lines are keys
  Bfloat16 *weights = nullptr, *score_gradients = nullptr;  // [kAttentionBlock, keys]
};

/// A worker's memory. `keys` is the most keys that a head has and `width` is dim, each rounded up
/// to a multiple of 16. One of the last two members is used, see multiplies_bfloats.
struct AttentionScratch {
  int64_t keys = 0, width = 0;
  float *dk = nullptr, *dv = nullptr;               // [keys, width]
  float *scores = nullptr, *d_scores = nullptr;     // [kAttentionBlock, keys]
  float* o = nullptr;                               // [kAttentionBlock, width]
  float *bias = nullptr, *probabilities = nullptr;  // [keys]
  uint16_t* bits = nullptr;  // [keys and one step of the generator on either side]
  FloatScratch of_floats;
  BfloatScratch of_bfloats;

  /// Divides `memory` among the members, or only measures it where it is null. Returns the bytes
  /// that it takes, a multiple of 64.
  int64_t place(std::byte* memory, const AttentionShape& shape, int64_t most_keys);
};

/// What AttentionScratch::place() takes. Throws UserError where the size overflows.
int64_t attention_scratch_bytes(const AttentionShape& shape, int64_t most_keys);

/// Writes o and lse of one head of a segment.
void attention_task(const AttentionCall& call, const SegmentRange& range, int64_t head,
                    const AttentionScratch& scratch);

/// Writes dk and dv of one head of keys of a segment, and dq of the heads that it serves.
void attention_gradient_task(const AttentionCall& call, const SegmentRange& range, int64_t key_head,
                             const AttentionScratch& scratch);

/// Writes o of `count` heads of a row from `head` on, which share their keys.
void cached_attention_task(const AttentionCall& call, const CachedRow& row, int64_t head,
                           int64_t count, const AttentionScratch& scratch);

}  // namespace tutti::kernel
