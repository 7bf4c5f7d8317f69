// SPDX-License-Identifier: Apache-2.0
// Grouped-query attention (Ainslie et al., arXiv:2305.13245) of tokens to those before them.
#pragma once

#include "model/blocks/transformer.h"

namespace tutti::model {

/// The softmax attention of queries q [rows, length, heads, dim] to keys and values k and v [rows,
/// length, kv_heads, dim], of which each serves heads / kv_heads queries: [rows, length, heads *
/// dim]. A token looks at itself and at the tokens before it in its own segment. Of padding only
/// queries take part. Where the options have a key, dropout is applied to the softmax.
ir::Value causal_attention(const LayerContext& c, const QueryKeyValue& qkv, DropoutSite site,
                           const AttentionForm& form = {});

}  // namespace tutti::model
