// SPDX-License-Identifier: Apache-2.0
// Attention over segments: a row contains several sequences, and each attends only to itself.
//
//   P = softmax(scale q kᵀ) over the keys of the query's segment, D = dropout(P), o = D v
//
// In causal attention, a query attends to the keys that are not after it. A head of keys and values
// may serve several heads of queries, which follow one another. Sums and softmax are float32. Where
// tensors are bf16 and the CPU multiplies bf16 faster (kernel/avx512_product.h), D and dS are
// rounded to bf16 too. One worker computes one head of one segment at a time (the gradient: those
// that share their keys), so that any number of workers gives the same bits, and no matrix of
// scores is larger than a block of queries times a segment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/random.h"
#include "base/threads.h"
#include "ir/element_type.h"

namespace tutti::kernel {

struct AttentionShape {
  int64_t rows = 0, length = 0;                 // tokens are [rows, length]
  int64_t heads = 0, dim = 0;                   // q and o are [rows, length, heads * dim]
  int64_t max_segment = 0;                      // tokens of the longest segment, at most `length`
  ir::ElementType type = ir::ElementType::f32;  // of q, k, v, o and their gradients: f32 or bf16
  int64_t kv_heads = 0;  // k and v are [rows, length, kv_heads * dim]; 0: as many as heads
  bool causal = false;
  int64_t window = 0;  // a query sees keys of a distance below this; 0: of any

  /// Heads of q that share one of k and v.
  int64_t group() const { return kv_heads == 0 ? 1 : heads / kv_heads; }
};

/// What the tokens are, i32 [rows, length] each. A query i attends to key j of the same row iff
/// segment[j] > 0 and segment[j] == |segment[i]|; 0 is filler. Tokens of a row with the same
/// |segment| must be contiguous.
struct AttentionTokens {
  const int32_t* segment = nullptr;
  const int32_t* sample = nullptr;    // needed only where there is dropout
  const int32_t* position = nullptr;  // in the sample, below 65,536; needed only for dropout
};

/// Dropout of P. With key_h = threefry2x32(key, {head, 1}), the probability of key position c for
/// query position p is kept iff kernel/dropout.h keeps, by key_h, channel c of position p in the
/// query's sample.
struct AttentionDropout {
  double rate = 0;  // in [0, 1)
  Words key = {0, 0};
};

/// What attention and its gradient read.
struct AttentionProblem {
  AttentionShape shape;
  AttentionTokens tokens;
  float scale = 1;
  AttentionDropout dropout;
  const void *q = nullptr, *k = nullptr, *v = nullptr;
};

/// Bytes of workspace that attention and its gradient need for so many workers. Throws UserError
/// where the size overflows.
size_t attention_workspace_bytes(const AttentionShape& shape, int workers);

/// Writes o and lse f32 [rows, heads, length]: the logarithm of the sum of exp(scale q kᵀ). Queries
/// that attend to nothing get zeros. Throws UserError where a segment is not contiguous or is too
/// long. `workspace`: at least attention_workspace_bytes, aligned to 64 bytes.
void attention(Team& team, const AttentionProblem& problem, void* o, float* lse,
               std::span<std::byte> workspace);

/// The gradients that attention_gradient writes, of the shapes of q, k and v.
struct AttentionGradients {
  void *dq, *dk, *dv;  // those of k and v are sums over the heads that share them
};

/// Writes the gradients of q, k and v, given that of o, `d_o`. It draws the same dropout, and
/// computes P again from `lse`:
///   dv = Dᵀ do,  dP = dropout(do vᵀ),  dS = scale P ∘ (dP − rowsum(dP ∘ P)),  dq = dS k,
///   dk = dSᵀ q
void attention_gradient(Team& team, const AttentionProblem& problem, const float* lse,
                        const void* d_o, const AttentionGradients& gradients,
                        std::span<std::byte> workspace);

}  // namespace tutti::kernel
