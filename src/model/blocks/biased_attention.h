// SPDX-License-Identifier: Apache-2.0
// Attention whose scores depend on how far a key is from its query, by a learned table, as in T5
// (Raffel et al., arXiv:1910.10683) and MPNet (Song et al., arXiv:2004.09297). It makes the scores
// of whole rows, so its memory grows with the square of their length.
#pragma once

#include "model/blocks/transformer.h"

namespace tutti::model {

/// The rows of a table: so many distances before a query, and after it.
inline constexpr int64_t kRelativeBuckets = 32;

/// What is added to the scores of rows of tokens [rows, length], by a table [kRelativeBuckets,
/// heads]: [heads, length, length].
ir::Value relative_bias(ir::Builder& b, ir::Value table, const ir::Type& tokens,
                        ir::ElementType element);

/// As attention() of blocks/transformer.h, with `bias` [heads, length, length] added to scores.
ir::Value biased_attention(const LayerContext& c, const QueryKeyValue& qkv, ir::Value bias,
                           DropoutSite site);

}  // namespace tutti::model
