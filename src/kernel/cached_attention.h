// SPDX-License-Identifier: Apache-2.0
// Causal attention of new tokens of rows to all their tokens, whose keys and values are kept:
// o = softmax(scale q kᵀ) v, as kernel/attention.h computes it. No matrix of scores is larger than
// a block of queries times the keys of a row, and keys after a query are hardly computed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/threads.h"
#include "ir/element_type.h"

namespace tutti::kernel {

struct CachedAttention {
  int64_t rows = 0, length = 0;  // new tokens are [rows, length]
  int64_t heads = 0, dim = 0;    // q and o are [rows, length, heads, dim]
  int64_t kv_heads = 0;          // keys and values are [rows, kv_heads, capacity, dim]; each serves
  int64_t capacity = 0;          // heads / kv_heads heads of q
  ir::ElementType type = ir::ElementType::f32;  // of all four tensors: f32 or bf16
  float scale = 1;
  int64_t window = 0;  // places, up to its own, to which a token attends; 0: all
};

struct CachedAttentionInputs {
  const void *q = nullptr, *keys = nullptr, *values = nullptr;
  /// [rows]: the place of each row's first new token, clamped to [0, capacity - length]. The others
  /// follow, and each attends to the places up to its own.
  const int32_t* first = nullptr;
};

/// Bytes of workspace for so many workers. Throws UserError where the size overflows.
size_t cached_attention_workspace_bytes(const CachedAttention& shape, int workers);

/// Writes o. Any number of workers, and any capacity, gives the same bits. `workspace`: at least
/// cached_attention_workspace_bytes, aligned to 64 bytes.
void cached_attention(Team& team, const CachedAttention& shape, const CachedAttentionInputs& inputs,
                      void* o, std::span<std::byte> workspace);

}  // namespace tutti::kernel
