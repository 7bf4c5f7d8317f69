// SPDX-License-Identifier: Apache-2.0
// Which tokens of a text are hidden, and by what.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tutti::task::masked {

struct MaskOptions {
  double probability = 0.15;  // of each token, or each word
  bool whole_words = false;   // all tokens of a word are hidden together, by the mask
  int32_t mask = 0;           // the token that hides another
  int32_t vocabulary = 1;     // random tokens are below it
};

enum class TokenKind : uint8_t { special, begins_word, continues_word };

struct MaskedTokens {
  std::vector<int32_t> ids;
  std::vector<uint8_t> counts;  // 1 where the model is to say what was there
};

/// Hides tokens as transformers' DataCollatorForLanguageModeling: of those that are picked, 80 %
/// become the mask, 10 % a random token, and 10 % stay; special tokens are never picked. Equal
/// streams give equal results.
MaskedTokens mask_tokens(std::span<const int32_t> ids, std::span<const TokenKind> kinds,
                         const MaskOptions& options, uint64_t stream);

/// The stream of a feature in an epoch of a training with that seed.
uint64_t stream_of(uint64_t seed, uint32_t epoch, int64_t feature);

}  // namespace tutti::task::masked
