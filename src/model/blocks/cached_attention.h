// SPDX-License-Identifier: Apache-2.0
// Grouped-query attention of new tokens to those before them, whose keys and values were kept, so
// that generating a token does not compute all earlier ones again.
#pragma once

#include <vector>

#include "model/blocks/transformer.h"

namespace tutti::model {

/// What a function that continues rows knows of their earlier tokens.
struct KeyValueCache {
  /// [rows, kv_heads, capacity, head_dim]; the token at position p of a row has its place at p.
  struct Layer {
    ir::Value keys = nullptr;
    ir::Value values = nullptr;
  };
  /// Those of the earlier tokens; cached_attention() puts those with the new tokens in their place.
  std::vector<Layer> layers;
  /// i32 [rows, length]: where the new tokens of each row are, one after another. The last position
  /// must be below the capacity.
  ir::Value position = nullptr;
};

/// The softmax attention of new tokens' queries q [rows, length, heads, dim] to all tokens of their
/// row up to themselves: [rows, length, heads * dim]. k and v [rows, length, kv_heads, dim] are
/// those of the new tokens, which enter the cache.
ir::Value cached_attention(ir::Builder& b, const QueryKeyValue& qkv, KeyValueCache& cache,
                           size_t layer, const AttentionForm& form = {});

/// The attention of a decoder's layer, which is called once for each in their order:
/// cached_attention() where the options have a cache, or else causal_attention(). A decoder that
/// uses this, and takes all else that depends on a token's place from TokenValues::position, is
/// trained and continues rows by one function.
ir::Value attend(const LayerContext& c, const QueryKeyValue& qkv, int64_t layer, DropoutSite site,
                 const AttentionForm& form = {});

}  // namespace tutti::model
