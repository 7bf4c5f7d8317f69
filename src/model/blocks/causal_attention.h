// SPDX-License-Identifier: Apache-2.0
// Grouped-query attention (Ainslie et al., arXiv:2305.13245) of tokens to those before them.
#pragma once

#include "ir/builder.h"

namespace tutti::model {

/// What causal_attention needs to know of which tokens a token may look at: those before it and
/// itself, in its own segment. Of padding only queries take part. `segment` i32 [rows, length] is
/// that of TokenValues.
ir::Value causal_mask(ir::Builder& b, ir::Value segment);

/// The softmax attention of queries q [rows, length, heads, dim] to keys and values k and v [rows,
/// length, kv_heads, dim], of which each serves heads / kv_heads queries: [rows, length, heads *
/// dim]. Scores are divided by sqrt(dim).
ir::Value causal_attention(ir::Builder& b, ir::Value q, ir::Value k, ir::Value v, ir::Value mask);

}  // namespace tutti::model
