// SPDX-License-Identifier: Apache-2.0
// How the hidden states of a text's tokens become one vector, as sentence-transformers names it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ir/builder.h"

namespace tutti::task::embedding {

enum class Pooling { cls, mean, max, mean_sqrt_len, weighted_mean, last_token };

/// Their names, in the order in which sentence-transformers lists them: "cls", "mean", "max",
/// "mean_sqrt_len_tokens", "weightedmean", "lasttoken".
std::vector<std::string> pooling_names();
std::string name_of(Pooling pooling);
/// The pooling of that name, which must be one of those.
Pooling pooling_named(std::string_view name);

/// The share that a token has in its text's vector, before shares are divided by their sum: of the
/// token at `position` of a text of `length` tokens.
int32_t share_of(Pooling pooling, int32_t position, int32_t length);

/// The vectors [texts, width] of hidden states [rows, length, width]. `text` i32 [rows, length] is
/// 1 + the index of a token's text, 0 for other tokens; `share` has its share_of(). No text has
/// more than `longest` tokens. A text without tokens has the vector 0.
ir::Value pooled(ir::Builder& b, Pooling pooling, ir::Value hidden, ir::Value text, ir::Value share,
                 int64_t texts, int64_t longest);

}  // namespace tutti::task::embedding
