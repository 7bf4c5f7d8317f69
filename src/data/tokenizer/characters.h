// SPDX-License-Identifier: Apache-2.0
// Aligned text as a list of code points, for normalizers that rewrite it.
#pragma once

#include <vector>

#include "data/tokenizer/aligned_text.h"

namespace tutti::data {

struct Character {
  char32_t code;
  Span source;
};
using Characters = std::vector<Character>;

Characters characters_of(const AlignedText& text, ByteRange part);
void append(AlignedText& text, const Characters& characters);

/// Gives each changed code point the source of the one it replaces or follows.
void rewrite(Characters& characters, const std::vector<unicode::Change>& changes);

/// NFD, or NFKD if `compatible`.
void decompose(Characters& characters, bool compatible = false);
/// NFC, or NFKC if `compatible`.
void compose(Characters& characters, bool compatible);
void lowercase(Characters& characters);

}  // namespace tutti::data
