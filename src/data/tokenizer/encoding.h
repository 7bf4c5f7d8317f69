// SPDX-License-Identifier: Apache-2.0
// The tokens of a text, and what goes around them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tutti::data {

/// Has one entry for each token. `offsets` are [begin, end) in Unicode code points of the original
/// text, in which an ill-formed UTF-8 sequence counts as one. Added special tokens have (0, 0).
struct Encoding {
  std::vector<int32_t> ids;
  std::vector<std::pair<int32_t, int32_t>> offsets;
};

/// A part of a template, which says where special tokens go around one or two texts.
struct TemplatePiece {
  enum class Kind { special, first, second };
  Kind kind = Kind::special;
  std::vector<int32_t> ids;  // the tokens of a special piece
  int32_t type = 0;          // the token type of all tokens of the piece
};
using Template = std::vector<TemplatePiece>;

/// Tokens and their types, special tokens included.
struct TypedTokens {
  std::vector<int32_t> ids, types;
};

/// One text or two (`second` may be null) in their template. Where that is more than `most` tokens,
/// the longer text loses tokens at its end until it is not, as transformers' longest_first.
TypedTokens in_template(const Template& pieces, const Encoding& first, const Encoding* second,
                        size_t most);

}  // namespace tutti::data
