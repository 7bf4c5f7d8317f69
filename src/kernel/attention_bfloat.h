// SPDX-License-Identifier: Apache-2.0
// The products of attention in bf16, computed by kernel/avx512_product.h. They read operands and
// write results in the tensors themselves; D and dS, which are float32 before, are rounded to bf16.
#pragma once

#include <cstdint>

#include "kernel/attention_task.h"
#include "kernel/avx512_product.h"

namespace tutti::kernel {

/// The products of one head.
class BfloatProducts {
 public:
  BfloatProducts(const AttentionHead& head, const AttentionScratch& scratch)
      : head_(head), s_(scratch), own_(scratch.of_bfloats), call_(head.call()) {}

  /// Packs the operands that the forward pass, or the gradient, multiplies for every block.
  void load() const;
  void load_for_gradient() const;

  /// Writes q kᵀ, or do vᵀ, of `queries` queries from `first` on to the scratch's scores, or
  /// d_scores, [queries, columns]; columns beyond the keys are
  /// zero, and those that no query sees are left as they are.
  void scores(int64_t first, int64_t queries) const;
  void d_scores(int64_t first, int64_t queries) const;

  /// The row of D, or of dS, of a query of the block: [columns], zero beyond the keys.
  Bfloat16* weights(int64_t query) const { return own_.weights + query * head_.columns(); }
  Bfloat16* score_gradients(int64_t query) const {
    return own_.score_gradients + query * head_.columns();
  }

  /// Writes D v of the block's queries to the scratch's o.
  void outputs(int64_t first, int64_t queries) const;
  /// Adds Dᵀ do to the scratch's dv, and dSᵀ q to its dk.
  void key_gradients(int64_t first, int64_t queries) const;
  /// Writes dS k to the tensor dq.
  void query_gradients(int64_t first, int64_t queries) const;

 private:
  // Of tensors of keys, and of those of queries.
  Lines keys_of(const void* tensor) const;
  Lines key_channels_of(const void* tensor) const;
  Lines channels_of(const void* tensor, int64_t first, int64_t tokens) const;
  void multiply_tokens(const void* tensor, const float* right, int64_t first, int64_t queries,
                       float* out) const;
  void multiply_keys(const Bfloat16* weights, const float* right, int64_t first, int64_t queries,
                     float* out) const;
  void multiply_weights(const Bfloat16* weights, int64_t first, int64_t queries,
                        const Output& output) const;

  const AttentionHead& head_;
  const AttentionScratch& s_;
  const BfloatScratch& own_;
  const AttentionCall& call_;
};

}  // namespace tutti::kernel
