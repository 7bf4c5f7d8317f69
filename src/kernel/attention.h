// SPDX-License-Identifier: Apache-2.0
// Attention over segments: several sequences packed into one row, each attending to itself alone.
//
//   P = softmax(scale q kᵀ) over the keys of the query's segment, D = dropout(P), o = D v
//
// Sums and softmax are float32; of bf16 tensors D and dS are rounded to bf16 too where the CPU
// multiplies that faster (kernel/avx512_product.h). A segment and a head are one worker's, so that
// any number of workers gives the same bits; no matrix of scores is larger than a block of queries
// times a segment.
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
  int64_t heads = 0, dim = 0;                   // q, k, v, o are [rows, length, heads * dim]
  int64_t max_segment = 0;                      // no segment is longer; `length` is always enough
  ir::ElementType type = ir::ElementType::f32;  // of q, k, v, o and their gradients: f32 or bf16
};

/// What the tokens are, i32 [rows, length] each. A query i attends to key j of its own row iff
/// segment[j] > 0 and segment[j] == |segment[i]|; 0 is filler. Equal |segment| stand together in a
/// row.
struct AttentionTokens {
  const int32_t* segment = nullptr;
  const int32_t* sample = nullptr;    // read where there is dropout, as is
  const int32_t* position = nullptr;  // the place in the sample, below 65,536
};

/// Dropout of P. With key_h = threefry2x32(key, {head, 1}), the probability that query position p
/// has for key position c is kept as channel c of position p of the query's sample is in
/// kernel/dropout.h.
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

/// The gradients that attention_gradient writes, of q's shape each.
struct AttentionGradients {
  void *dq, *dk, *dv;
};

/// Writes the gradients of q, k and v, given that of o, `d_o`. It draws the same dropout, and
/// computes P again from `lse`:
///   dv = Dᵀ do,  dP = dropout(do vᵀ),  dS = scale P ∘ (dP − rowsum(dP ∘ P)),  dq = dS k,
///   dk = dSᵀ q
void attention_gradient(Team& team, const AttentionProblem& problem, const float* lse,
                        const void* d_o, const AttentionGradients& gradients,
                        std::span<std::byte> workspace);

}  // namespace tutti::kernel
