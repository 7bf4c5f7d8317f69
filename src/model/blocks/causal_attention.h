// SPDX-License-Identifier: Apache-2.0
// Grouped-query attention (Ainslie et al., arXiv:2305.13245) of tokens to those before them.
#pragma once

#include "ir/builder.h"

namespace tutti::model {

/// The softmax attention of queries q [rows, length, heads, dim] to keys and values k and v [rows,
/// length, kv_heads, dim], of which each serves heads / kv_heads queries: [rows, length, heads *
/// dim]. A token looks at itself and at the tokens before it in its own segment; `segment` i32
/// [rows, length] is that of TokenValues. Of padding only queries take part. Scores are divided by
/// sqrt(dim).
ir::Value causal_attention(ir::Builder& b, ir::Value q, ir::Value k, ir::Value v,
                           ir::Value segment);

}  // namespace tutti::model
