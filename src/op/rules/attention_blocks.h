// SPDX-License-Identifier: Apache-2.0
// Attention and its gradient in simpler ops, for compilers that have no kernel of them. They take
// some queries at a time with all keys, so that the scores of all queries never exist together.
#pragma once

#include "op/rules/attention.h"

namespace tutti::op {

/// The most scores, a number for each query and key, that exist together: 32 MiB of float32. The
/// gradient needs a few copies of them.
inline constexpr int64_t kAttentionScoresAtOnce = int64_t{1} << 23;

/// The results of tutti.attention, with a loop over the queries if they have more than `scores`.
std::vector<Value> emit_attention(Builder& b, const Operation& op, int64_t scores);

/// The same for tutti.attention_gradient. It computes the scores and dropout's bits again, from
/// operands that pass an optimization barrier, so that no compiler keeps them from the forward
/// pass.
std::vector<Value> emit_attention_gradient(Builder& b, const Operation& op, int64_t scores);

}  // namespace tutti::op
