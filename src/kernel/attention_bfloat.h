// SPDX-License-Identifier: Apache-2.0
// The products of attention in bf16 by kernel/avx512_product.h. Operands are read where they lie,
// results written where they belong; D and dS, float32 until then, are rounded to bf16.
#pragma once

#include <cstdint>

#include "kernel/attention_task.h"
#include "kernel/avx512_product.h"

namespace tutti::kernel {

/// Those of one segment and one head.
class BfloatProducts {
 public:
  BfloatProducts(const AttentionHead& head, const AttentionScratch& scratch)
      : head_(head), s_(scratch), own_(scratch.of_bfloats), call_(head.call()) {}

  void load() const;
  void load_for_gradient() const;

  /// Of `queries` queries from `first` on: q kᵀ and do vᵀ [queries, columns], zero beyond the keys.
  void scores(int64_t first, int64_t queries) const;
  void d_scores(int64_t first, int64_t queries) const;

  /// A query's row of D and of dS, [columns], zero beyond the keys.
  Bfloat16* shares(int64_t query) const { return own_.shares + query * head_.columns(); }
  Bfloat16* d_shares(int64_t query) const { return own_.d_shares + query * head_.columns(); }

  /// The scratch's o = D v of the block's queries.
  void outputs(int64_t queries) const;
  /// dv += Dᵀ do and dk += dSᵀ q.
  void key_gradients(int64_t first, int64_t queries) const;
  /// dq = dS k.
  void query_gradients(int64_t first, int64_t queries) const;

 private:
  Lines tokens_of(const void* tensor) const;
  Lines channels_of(const void* tensor, int64_t first, int64_t tokens) const;
  void multiply_tokens(const void* tensor, const float* right, int64_t first, int64_t queries,
                       float* out) const;
  void multiply_keys(const Bfloat16* shares, const float* right, int64_t queries, float* out) const;
  void multiply_shares(const Bfloat16* shares, int64_t queries, const Output& output) const;

  const AttentionHead& head_;
  const AttentionScratch& s_;
  const BfloatScratch& own_;
  const AttentionCall& call_;
};

}  // namespace tutti::kernel
